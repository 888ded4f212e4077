package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.bucket.logging.AccessRecord;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PutBucketLogging, GetBucketLogging, and which requests are recorded for a log. */
@Timeout(60)
class AccessLogSettingTest {

    private static final String OFF = "<BucketLoggingStatus/>";

    private S3TestServer edge;
    /** The answer to reading the setting. */
    private volatile String toSetting = "501 Not Implemented";

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(request -> {
            request.body();
            String target = request.line();
            if (target.contains("logging")) {
                return request.answer(toSetting, "", error("AccessDenied"));
            }
            if (target.contains("missing")) {
                return request.answer("404 Not Found", "", error("NoSuchKey"));
            }
            return request.answer("200 OK", "ETag: \"0cc175b9c0f1b6a831c399e269772661\"\r\n", bytes("hello"));
        });
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    @Test
    void settingIsReadAsItWasWrittenAndNeverReachesThePlatform() throws IOException {
        assertThat(put(S3TestServer.ALICE, to("dotted.photos")).status()).isEqualTo(200);
        assertThat(edge.platform.requests()).isEmpty();

        assertThat(get(S3TestServer.ALICE).body())
                .contains("<TargetBucket>dotted.photos</TargetBucket>")
                .contains("<TargetPrefix>log/</TargetPrefix>");

        assertThat(put(S3TestServer.ALICE, OFF).status()).isEqualTo(200);
        assertThat(get(S3TestServer.ALICE).body()).doesNotContain("LoggingEnabled");
    }

    @ParameterizedTest
    @ValueSource(strings = {"loot", "does-not-exist"})
    void targetsOfOthersAreRefusedLikeMissingOnes(String target) throws IOException {
        WireClient.Answer answer = put(S3TestServer.ALICE, to(target));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("InvalidTargetBucketForLogging");
        assertThat(get(S3TestServer.ALICE).body()).doesNotContain("LoggingEnabled");
    }

    @Test
    void documentsOfAnotherFormAreRefused() throws IOException {
        assertThat(put(S3TestServer.ALICE, "<BucketLoggingStatus><Other/></BucketLoggingStatus>")
                        .body())
                .contains("MalformedXML");
    }

    @Test
    void colleaguesMayNotChangeTheSetting() throws IOException {
        edge.addColleague("COLLEAGUEKEY");

        assertThat(put("COLLEAGUEKEY", to("dotted.photos")).status()).isEqualTo(403);
        put(S3TestServer.ALICE, to("dotted.photos"));
        assertThat(put("COLLEAGUEKEY", OFF).status()).isEqualTo(403);
        assertThat(get("COLLEAGUEKEY").status()).isEqualTo(403);
        assertThat(get(S3TestServer.ALICE).body()).contains("LoggingEnabled");
    }

    @Test
    void platformDecidesWhoReadsTheSetting() throws IOException {
        put(S3TestServer.ALICE, to("dotted.photos"));
        toSetting = "403 Forbidden";

        assertThat(get(S3TestServer.ALICE).status()).isEqualTo(403);
    }

    @Test
    void otherTenantsDoNotLearnOfTheBucket() throws IOException {
        assertThat(put(S3TestServer.EVE, to("loot")).status()).isEqualTo(404);
        assertThat(get(S3TestServer.EVE).status()).isEqualTo(404);
    }

    @Test
    void requestsToABucketWithALogAreRecorded() throws Exception {
        put(S3TestServer.ALICE, to("dotted.photos"));
        edge.accessLog.records.clear();

        edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "world", new HeaderField("User-Agent", "test/1"));
        edge.call(S3TestServer.ALICE, "GET", "/photos/k", "");
        edge.call(S3TestServer.ALICE, "GET", "/photos/missing", "");

        AccessRecord write = next();
        assertThat(write.request().operation()).isEqualTo("REST.PUT.OBJECT");
        assertThat(write.request().key()).isEqualTo(new ObjectKey("k"));
        assertThat(write.requester()).hasToString(S3TestServer.CANONICAL);
        assertThat(write.client().userAgent()).isEqualTo("test/1");
        assertThat(write.client().address()).isEqualTo("127.0.0.1");
        assertThat(write.answer().objectBytes()).isEqualTo(5);
        assertThat(write.answer().status()).isEqualTo(200);
        AccessRecord read = next();
        assertThat(read.answer().bytesSent()).isEqualTo(5);
        assertThat(read.answer().objectBytes()).isEqualTo(5);
        AccessRecord failed = next();
        assertThat(failed.answer().status()).isEqualTo(404);
        assertThat(failed.answer().error()).isEqualTo("NoSuchKey");
    }

    @Test
    void requestsWithoutAKnownBucketAreRecordedByItsName() throws Exception {
        edge.call(S3TestServer.EVE, "GET", "/photos/k", "");

        AccessRecord refused = edge.accessLog.named.poll(30, TimeUnit.SECONDS);

        assertThat(refused).isNotNull();
        assertThat(refused.answer().error()).isEqualTo("NoSuchBucket");
    }

    @Test
    void bucketWithoutALogHasNoRecords() throws Exception {
        edge.call(S3TestServer.ALICE, "GET", "/photos/k", "");
        put(S3TestServer.ALICE, to("dotted.photos"));
        edge.call(S3TestServer.ALICE, "GET", "/photos/k", "");

        assertThat(next().request().operation()).isEqualTo("REST.GET.OBJECT");
        assertThat(edge.accessLog.records).isEmpty();
    }

    private AccessRecord next() throws InterruptedException {
        AccessRecord record = edge.accessLog.records.poll(30, TimeUnit.SECONDS);
        assertThat(record).isNotNull();
        return record;
    }

    private WireClient.Answer put(String key, String document) throws IOException {
        return edge.call(key, "PUT", "/photos?logging", document);
    }

    private WireClient.Answer get(String key) throws IOException {
        return edge.call(key, "GET", "/photos?logging", "");
    }

    private static String to(String target) {
        return "<BucketLoggingStatus><LoggingEnabled><TargetBucket>" + target
                + "</TargetBucket><TargetPrefix>log/</TargetPrefix></LoggingEnabled></BucketLoggingStatus>";
    }

    private static byte[] error(String code) {
        return bytes("<Error><Code>" + code + "</Code><Message>m</Message></Error>");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
