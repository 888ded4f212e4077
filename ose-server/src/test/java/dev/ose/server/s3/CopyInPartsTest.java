package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.adapter.Capability;
import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationLoader;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.testkit.fast.StartsServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies of large objects over real sockets, by a platform that takes them in parts. */
@Timeout(120)
@StartsServer
class CopyInPartsTest {

    private static final int MIB = 1024 * 1024;
    private static final byte[] CONTENT = ThrottledObject.bytes(12 * MIB + 345, 5);
    private static final HeaderField TARGET_KEY = new HeaderField("x-amz-server-side-encryption-customer-key", "a2V5");
    private static final HeaderField SOURCE_KEY =
            new HeaderField("x-amz-copy-source-server-side-encryption-customer-key", "b3RoZXI=");
    private static final Set<Capability> PLAIN = Set.of(
            Capability.EXACT_KEYS,
            Capability.TAGGING,
            Capability.COPY_SOURCE_CONDITIONS,
            Capability.CONDITIONAL_COPIES,
            Capability.CONDITIONAL_COMPLETIONS);

    private final ScriptedCopies copies = new ScriptedCopies(CONTENT);

    @SuppressWarnings("NullAway.Init") // Each test starts it with capabilities of its own.
    private S3TestServer edge;

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private void start(Set<Capability> capabilities, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "--s3.client.copy.multipart=true",
                "--s3.client.copy.multipart.threshold=1048576",
                "--s3.client.copy.multipart.mini-part-size=5242880"));
        all.addAll(List.of(options));
        Configuration configuration = ConfigurationLoader.load(all, Map.of());
        edge = S3TestServer.withoutQuirks(copies, capabilities, configuration);
    }

    private static Set<Capability> without(Capability one) {
        Set<Capability> some = EnumSet.copyOf(PLAIN);
        some.remove(one);
        return some;
    }

    private WireClient.Answer copy(HeaderField... headers) throws IOException {
        return copyOf("photos/source", headers);
    }

    private WireClient.Answer copyOf(String source, HeaderField... headers) throws IOException {
        List<HeaderField> all = new ArrayList<>(List.of(headers));
        all.add(new HeaderField("x-amz-copy-source", source));
        return edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "", all.toArray(HeaderField[]::new));
    }

    private List<String> requests() {
        return ScriptedCopies.names(edge.platform.requests());
    }

    private List<ScriptedPlatform.Request> sent(String name) {
        return edge.platform.requests().stream()
                .filter(request -> request.line().contains(name))
                .toList();
    }

    private void assertNothingIsLeft() {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(edge.splits.recorded()).isEmpty());
    }

    private void assertIsOneRequest(WireClient.Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(requests()).last().isEqualTo("PUT k");
        assertThat(edge.ledger).containsExactly("begin k", "Assumed k");
        assertNothingIsLeft();
    }

    @Test
    void copyInPartsIsOneCopyForAllOthers() throws IOException {
        copies.described = "x-amz-version-id: v1\r\n";
        start(PLAIN);

        WireClient.Answer answer = copy();

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body())
                .contains("<CopyObjectResult")
                .contains("<LastModified>2026-11-28T12:34:56.000Z</LastModified>")
                .contains(copies.tagOfParts().replace("\"", "&quot;"));
        assertThat(answer.headers())
                .containsEntry("x-amz-version-id", "v7")
                .containsEntry("x-amz-copy-source-version-id", "v1")
                .containsEntry("x-amz-server-side-encryption", "AES256");
        assertThat(copies.object).isEqualTo(CONTENT);
        assertThat(requests())
                .containsExactlyInAnyOrder(
                        "HEAD source",
                        "GET source?tagging",
                        "POST k?uploads",
                        "PUT k?partNumber=1",
                        "PUT k?partNumber=2",
                        "PUT k?partNumber=3",
                        "POST k",
                        "HEAD k");
        assertThat(sent("partNumber=")).allSatisfy(part -> {
            assertThat(part.header("x-amz-copy-source")).isEqualTo("photos/source");
            assertThat(part.header("x-amz-copy-source-if-match")).isEqualTo(ScriptedCopies.TAG);
        });
        assertThat(edge.ledger).containsExactly("begin k", "Assumed k");
        assertThat(edge.metered(1))
                .singleElement()
                .satisfies(hour -> assertThat(hour.metered().requests()).isEqualTo(1));
        assertNothingIsLeft();
    }

    @Test
    void copyHasWhatDescribesItsSource() throws IOException {
        copies.described = String.join(
                "\r\n",
                "Content-Type: text/x",
                "Cache-Control: no-cache",
                "x-amz-meta-a: b",
                "x-amz-storage-class: STANDARD_IA",
                "x-amz-object-lock-mode: GOVERNANCE",
                "");
        copies.tags = "<Tagging><TagSet><Tag><Key>a b</Key><Value>c&amp;d</Value></Tag></TagSet></Tagging>";
        start(PLAIN);

        copy(
                new HeaderField("Content-Type", "text/other"),
                new HeaderField("x-amz-meta-other", "c"),
                new HeaderField("x-amz-tagging", "e=f"),
                new HeaderField("x-amz-acl", "private"),
                new HeaderField("x-amz-object-lock-legal-hold", "ON"),
                TARGET_KEY,
                SOURCE_KEY);

        ScriptedPlatform.Request creation = sent("?uploads").getFirst();
        assertThat(creation.header("content-type")).isEqualTo("text/x");
        assertThat(creation.header("cache-control")).isEqualTo("no-cache");
        assertThat(creation.header("x-amz-meta-a")).isEqualTo("b");
        assertThat(creation.header("x-amz-meta-other")).isEmpty();
        assertThat(creation.header("x-amz-tagging")).isEqualTo("a%20b=c%26d");
        assertThat(creation.header("x-amz-acl")).isEqualTo("private");
        assertThat(creation.header("x-amz-object-lock-legal-hold")).isEqualTo("ON");
        assertThat(creation.header("x-amz-object-lock-mode")).isEmpty();
        assertThat(creation.header("x-amz-storage-class")).isEmpty();
        for (String name : List.of("?uploads", "partNumber=", "POST /photos/k?uploadId", "HEAD /photos/k")) {
            assertThat(sent(name)).isNotEmpty().allSatisfy(request -> assertThat(request.header(TARGET_KEY.name()))
                    .as(name)
                    .isEqualTo(TARGET_KEY.value()));
        }
        assertThat(sent("partNumber="))
                .allSatisfy(part -> assertThat(part.header(SOURCE_KEY.name())).isEqualTo(SOURCE_KEY.value()));
        assertThat(creation.header(SOURCE_KEY.name())).isEmpty();
        assertThat(sent("HEAD /photos/source").getFirst().header(TARGET_KEY.name()))
                .isEqualTo(SOURCE_KEY.value());
    }

    @Test
    void readerOfASourceWhoseReadersPayConsentsInEachRequest() throws IOException {
        start(PLAIN);

        copy(new HeaderField("x-amz-request-payer", "requester"));

        assertThat(sent("partNumber=")).hasSize(3);
        assertThat(edge.platform.requests()).allSatisfy(request -> assertThat(request.header("x-amz-request-payer"))
                .as(request.line())
                .isEqualTo("requester"));
    }

    @Test
    void replacedDescriptionIsThatOfTheRequest() throws IOException {
        copies.described = "Content-Type: text/x\r\nx-amz-meta-a: b\r\n";
        start(PLAIN);

        copy(
                new HeaderField("x-amz-metadata-directive", "REPLACE"),
                new HeaderField("x-amz-tagging-directive", "REPLACE"),
                new HeaderField("Content-Type", "text/other"),
                new HeaderField("x-amz-meta-other", "c"),
                new HeaderField("x-amz-tagging", "e=f"),
                new HeaderField("If-None-Match", "*"));

        ScriptedPlatform.Request creation = sent("?uploads").getFirst();
        assertThat(creation.header("content-type")).isEqualTo("text/other");
        assertThat(creation.header("x-amz-meta-other")).isEqualTo("c");
        assertThat(creation.header("x-amz-meta-a")).isEmpty();
        assertThat(creation.header("x-amz-tagging")).isEqualTo("e=f");
        assertThat(creation.header("if-none-match")).isEmpty();
        assertThat(sent("POST /photos/k?uploadId").getFirst().header("if-none-match"))
                .isEqualTo("*");
        assertThat(requests()).doesNotContain("GET source?tagging");
    }

    @Test
    void sumThatEachObjectHasIsNoObstacle() throws IOException {
        copies.described = "x-amz-checksum-crc64nvme: AAAAAAAAAAA=\r\nx-amz-checksum-type: FULL_OBJECT\r\n";
        Set<Capability> summing = EnumSet.copyOf(PLAIN);
        summing.add(Capability.CRC64NVME);
        start(summing);

        WireClient.Answer answer = copy();

        assertThat(answer.body())
                .contains("<ChecksumCRC64NVME>AAAAAAAAAAA=</ChecksumCRC64NVME>")
                .contains("<ChecksumType>FULL_OBJECT</ChecksumType>");
        assertThat(sent("partNumber=")).hasSize(3);
        assertThat(sent("HEAD /photos/source").getFirst().header("x-amz-checksum-mode"))
                .isEqualTo("ENABLED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x-amz-checksum-sha256: 2jmj7l5rSw0yVb/vlWAYkK/YBwk=",
                "x-amz-checksum-crc64nvme: AAAAAAAAAAA=",
                "x-amz-missing-meta: 1",
                "x-amz-website-redirect-location: /x",
                "x-amz-meta-a: =?UTF-8?B?w6Q=?="
            })
    void sourceOfWhichAnUploadWouldLoseSomethingIsCopiedByOneRequest(String header) throws IOException {
        copies.described = header + "\r\n";
        start(PLAIN);

        assertIsOneRequest(copy());
    }

    @Test
    void sourceWhoseTagsAreNotToldIsCopiedByOneRequest() throws IOException {
        copies.tags = null;
        start(PLAIN);

        assertIsOneRequest(copy());
    }

    @ParameterizedTest
    @CsvSource({"x-amz-checksum-algorithm,SHA256", "x-amz-metadata-directive,copy", "x-amz-tagging-directive,OTHER"})
    void requestThatAnUploadCannotStateIsOneRequest(String name, String value) throws IOException {
        start(PLAIN);

        assertThat(copy(new HeaderField(name, value)).status()).isEqualTo(200);
        assertThat(requests()).containsExactly("PUT k");
    }

    @ParameterizedTest
    @CsvSource({"threshold,12583257", "maximum,12583256"})
    void sourceOutsideOfTheBoundsIsCopiedByOneRequest(String option, String value) throws IOException {
        start(PLAIN, "--s3.client.copy.multipart." + option + "=" + value);

        assertIsOneRequest(copy());
        assertThat(requests()).containsExactly("HEAD source", "PUT k");
    }

    /** The platform answers it, as any copy. */
    @Test
    void unmetConditionIsLeftToThePlatform() throws IOException {
        copies.isUnmet = true;
        start(PLAIN);

        assertIsOneRequest(copy(new HeaderField("x-amz-copy-source-if-match", ScriptedCopies.OTHER_TAG)));
        assertThat(requests()).containsExactly("HEAD source", "HEAD source", "PUT k");
    }

    @ParameterizedTest
    @CsvSource({"'',503,SlowDown", "x-amz-copy-source-if-match,412,PreconditionFailed"})
    void replacedSourceEndsTheCopy(String condition, int status, String code) throws IOException {
        copies.replacedAfter = 1;
        start(PLAIN, "--s3.client.copy.multipart.streams=2");

        WireClient.Answer answer = condition.isEmpty() ? copy() : copy(new HeaderField(condition, ScriptedCopies.TAG));

        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains("<Code>" + code + "</Code>");
        assertThat(copies.object).isNull();
        assertThat(edge.ledger).isEmpty();
        assertThat(copies.abortions).hasPositiveValue();
    }

    /** It overlooks the condition, so that the source is looked at once more. */
    @Test
    void replacedSourceIsNoticedOnAPlatformWithoutConditions() throws IOException {
        copies.replacedAfter = 2;
        start(without(Capability.COPY_SOURCE_CONDITIONS));

        WireClient.Answer answer = copy();

        assertThat(answer.status()).as(answer.body()).isEqualTo(503);
        assertThat(sent("partNumber=")).hasSize(3).allSatisfy(part -> assertThat(
                        part.header("x-amz-copy-source-if-match"))
                .isEmpty());
        assertThat(copies.object).isNull();
        assertThat(copies.abortions).hasPositiveValue();
        assertThat(edge.ledger).isEmpty();
        assertNothingIsLeft();
    }

    @Test
    void unchangedSourceIsCopiedInPartsOnAPlatformWithoutConditions() throws IOException {
        start(without(Capability.COPY_SOURCE_CONDITIONS));

        assertThat(copy().status()).isEqualTo(200);

        assertThat(copies.object).isEqualTo(CONTENT);
        assertThat(requests()).filteredOn("HEAD source"::equals).hasSize(2);
    }

    /** Such as a policy, or a platform without UploadPartCopy. */
    @ParameterizedTest
    @ValueSource(strings = {"403 Forbidden", "501 Not Implemented"})
    void refusedPartMakesOneRequestOfTheCopy(String refusal) throws IOException {
        copies.parts = refusal;
        start(PLAIN);

        WireClient.Answer answer = copy();

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(requests()).last().isEqualTo("PUT k");
        assertThat(edge.ledger).containsExactly("begin k", "Assumed k");
        assertThat(copies.abortions).hasValue(1);
    }

    @Test
    void partThatFailsBehindItsStatusIsAskedForAgain() throws IOException {
        copies.lateErrors.set(3);
        start(PLAIN);

        assertThat(copy().status()).isEqualTo(200);

        assertThat(copies.object).isEqualTo(CONTENT);
        assertThat(sent("partNumber=")).hasSize(6);
    }

    @Test
    void platformThatFailsEachPartEndsTheCopy() throws IOException {
        copies.parts = "503 Slow Down";
        start(PLAIN);

        WireClient.Answer answer = copy();

        assertThat(answer.status()).isEqualTo(503);
        assertThat(copies.object).isNull();
        assertThat(copies.abortions).hasValue(1);
        assertThat(edge.splits.recorded()).as("for the abortion later").hasSize(1);
    }

    @Test
    void failedConditionAbortsTheCopy() throws IOException {
        copies.completion = "412 Precondition Failed";
        start(PLAIN);

        assertThat(copy(new HeaderField("If-None-Match", "*")).status()).isEqualTo(412);

        assertThat(copies.object).isNull();
        assertThat(edge.ledger).containsExactly("begin k", "Refused k");
        assertThat(copies.abortions).hasValue(1);
        assertNothingIsLeft();
    }

    /** The platform may be at work on the first request for a part, which would leave the part behind the abortion. */
    @Test
    void refusedCopyWithAPartInDoubtIsAbortedOnceMore() throws IOException {
        copies.lateErrors.set(1);
        copies.completion = "412 Precondition Failed";
        start(PLAIN);

        for (String target : List.of("/photos/k", "/photos/without-doubt")) {
            WireClient.Answer answer = edge.call(
                    S3TestServer.ALICE,
                    "PUT",
                    target,
                    "",
                    new HeaderField("x-amz-copy-source", "photos/source"),
                    new HeaderField("If-None-Match", "*"));
            assertThat(answer.status()).isEqualTo(412);
        }

        assertThat(copies.abortions).hasValue(2);
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(edge.splits.recorded())
                .as("for the abortion later")
                .extracting(upload -> upload.key().value())
                .containsExactly("k"));
    }

    @Test
    void copyOntoItselfIsOneRequest() throws IOException {
        start(PLAIN);

        copyOf("photos/k", new HeaderField("x-amz-metadata-directive", "REPLACE"));

        assertThat(requests()).containsExactly("PUT k");
    }

    /** It would be the name of another object, or of another bucket, to a platform that normalises paths. */
    @Test
    void keyThatAPlatformWouldNormaliseIsRefused() throws IOException {
        start(without(Capability.EXACT_KEYS));

        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE,
                "PUT",
                "/photos/a/../../other/k",
                "",
                new HeaderField("x-amz-copy-source", "photos/source"));

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("<Code>InvalidURI</Code>");
        assertThat(requests()).allMatch(request -> request.contains("source"));
    }

    @Test
    void uploadThatCannotBeRecordedMakesOneRequestOfTheCopy() throws IOException {
        start(PLAIN);
        edge.splits.isAway = true;

        assertIsOneRequest(copy());
        assertThat(copies.abortions).hasValue(1);
    }
}
