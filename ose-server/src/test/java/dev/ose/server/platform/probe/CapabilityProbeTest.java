package dev.ose.server.platform.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.Quirk;
import dev.ose.adapter.StoragePlatform;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.tenant.CanonicalId;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapabilityProbeTest extends OnProbedNode {

    private static final UUID MARK = UUID.fromString("11111111-2222-3333-4444-555555555555");

    @Test
    void findsWhatTheEmbeddedPlatformCanAndLeavesNothing() {
        ProbeResult found = node.probe.run(node.platform, MARK, () -> false);

        assertThat(found)
                .isEqualTo(new ProbeResult(
                        Map.ofEntries(
                                Map.entry(Capability.ENFORCES_SIGNED_HASH, CheckResult.YES),
                                Map.entry(Capability.TRAILERS, CheckResult.YES),
                                Map.entry(Capability.CRC64NVME, CheckResult.YES),
                                Map.entry(Capability.NEWER_CHECKSUMS, CheckResult.YES),
                                Map.entry(Capability.POST_UPLOAD, CheckResult.NO),
                                Map.entry(Capability.EXACT_KEYS, CheckResult.YES),
                                Map.entry(Capability.CONDITIONAL_WRITES, CheckResult.YES),
                                Map.entry(Capability.CONDITIONAL_DELETES, CheckResult.YES),
                                Map.entry(Capability.CONDITIONAL_COMPLETIONS, CheckResult.YES),
                                Map.entry(Capability.COPY_SOURCE_CONDITIONS, CheckResult.YES),
                                Map.entry(Capability.CONDITIONAL_COPIES, CheckResult.YES),
                                Map.entry(Capability.TAGGING, CheckResult.YES),
                                Map.entry(Capability.OBJECT_LOCK, CheckResult.YES),
                                Map.entry(Capability.VERSIONING, CheckResult.YES)),
                        ""));
        assertThat(node.remaining).isEmpty();
    }

    @Test
    void removesWhatAKilledProbeLeft() {
        PlatformTenantId tenant = node.platforms
                .createTenant(node.platform.id(), new TenantId(MARK), "left")
                .id();
        PlatformUser user = node.platforms.createUser(node.platform.id(), tenant, user());
        PlatformKey key = node.platforms.createKey(node.platform.id(), user.id());
        ProbeBucket left = ProbeBuckets.of(node.visit(tenant, key), MARK);
        assertThat(left.ask(ProbeCall.ofBucket("PUT")).status()).isEqualTo(200);
        assertThat(SettingChecks.keepsVersions(left)).isTrue();

        ProbeResult found = node.probe.run(node.platform, MARK, () -> false);

        assertThat(found.problem()).isEmpty();
        assertThat(found.results()).containsEntry(Capability.VERSIONING, CheckResult.YES);
        assertThat(node.remaining).isEmpty();
    }

    private static User user() {
        return new User(
                new UserId(MARK),
                new TenantId(MARK),
                "left",
                Role.TENANT_USER,
                Status.ACTIVE,
                new CanonicalId("0".repeat(64)),
                Instant.EPOCH);
    }

    @Test
    void stoppedProbeRemovesWhatItMade() {
        int[] questions = {0};

        ProbeResult found = node.probe.run(node.platform, MARK, () -> ++questions[0] > 30);

        assertThat(found.problem()).startsWith("The checks were interrupted");
        assertThat(found.results())
                .hasSize(CapabilityCheck.ALL.size())
                .containsEntry(Capability.ENFORCES_SIGNED_HASH, CheckResult.YES)
                .containsEntry(Capability.VERSIONING, CheckResult.UNKNOWN);
        assertThat(node.remaining).isEmpty();
    }

    @Test
    void platformThatAgreesToEverythingCanDoNothing() throws IOException {
        byte[] same = "the same to everybody".getBytes(StandardCharsets.UTF_8);
        try (ScriptedPlatform scripted = new ScriptedPlatform(request -> {
                    request.body();
                    return request.answer("200 OK", "ETag: \"e\"\r\nx-amz-version-id: v\r\n", same);
                });
                ProbedNode other = new ProbedNode(postgres.database(), embeddedAt(scripted))) {
            ProbeResult found = other.probe.run(other.platform, MARK, () -> false);

            assertThat(found.problem()).isEmpty();
            assertThat(found.results()).hasSize(CapabilityCheck.ALL.size()).containsValue(CheckResult.NO);
            assertThat(found.results().values()).containsOnly(CheckResult.NO);
        }
    }

    @Test
    void bucketsAreCreatedWithTheRegionThatThePlatformNeeds() throws IOException {
        List<String> creations = new CopyOnWriteArrayList<>();
        try (ScriptedPlatform scripted = new ScriptedPlatform(request -> {
                    String body = new String(request.body(), StandardCharsets.UTF_8);
                    if (request.line().matches("PUT /[^/?]+ .*")) {
                        creations.add(body);
                    }
                    return request.answer(new byte[0]);
                });
                ProbedNode other = new ProbedNode(
                        postgres.database(), embeddedAt(scripted, Set.of(Quirk.REGION_NAMED_IN_CREATION)))) {
            other.probe.run(other.platform, MARK, () -> false);

            assertThat(creations)
                    .hasSize(2)
                    .allMatch(it ->
                            it.contains("<LocationConstraint>" + embedded.info().region() + "</"));
        }
    }

    @Test
    void troubleOfThePlatformTellsNothingAndItsTracesAreRemoved() throws IOException {
        try (ScriptedPlatform scripted = new ScriptedPlatform(request -> {
                    request.body();
                    boolean isOfBucket = request.line().matches("[A-Z]+ /[^/]+ HTTP/1.1");
                    return request.answer(isOfBucket ? "200 OK" : "503 Slow Down", "", new byte[0]);
                });
                ProbedNode other = new ProbedNode(postgres.database(), embeddedAt(scripted))) {
            ProbeResult found = other.probe.run(other.platform, MARK, () -> false);

            assertThat(found.results().values()).containsOnly(CheckResult.UNKNOWN);
            assertThat(found.correct(Set.of(Capability.TRAILERS))).containsExactly(Capability.TRAILERS);
            assertThat(found.problem()).contains("PlatformUnreachable");
            assertThat(scripted.requests().getLast().line()).startsWith("DELETE /ose-probe-");
            assertThat(other.remaining).isEmpty();
        }
    }

    /** By a platform that overlooks them in parts, a copy in parts could be of several versions of its source. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void conditionsOnSourcesAreThoseOfPartsToo(boolean areDecidedInParts) throws IOException {
        try (ScriptedPlatform scripted = new ScriptedPlatform(copying(areDecidedInParts));
                ProbedNode other = new ProbedNode(postgres.database(), embeddedAt(scripted))) {
            ProbeResult found = other.probe.run(other.platform, MARK, () -> false);

            assertThat(found.results())
                    .containsEntry(
                            Capability.COPY_SOURCE_CONDITIONS, areDecidedInParts ? CheckResult.YES : CheckResult.NO);
            assertThat(scripted.requests()).as("aborts the upload").anyMatch(request -> request.line()
                    .matches("DELETE .*/taken\\?uploadId=u .*"));
        }
    }

    /** A platform that has one object by each key, and decides conditions on the sources of copies. */
    private static ScriptedPlatform.Script copying(boolean areDecidedInParts) {
        String tag = "\"e\"";
        String prefix = "x-amz-copy-source-if-";
        Map<String, byte[]> objects = new ConcurrentHashMap<>();
        return request -> {
            byte[] body = request.body();
            String line = request.line();
            String key = line.replaceAll("[A-Z]+ /[^/ ]+/?([^? ]*).*", "$1");
            boolean isPart = line.contains("partNumber=");
            if (line.startsWith("POST ") && line.contains("?uploads")) {
                return request.answer(
                        "200 OK",
                        "",
                        "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>"
                                .getBytes(StandardCharsets.UTF_8));
            }
            if (line.startsWith("PUT ") && !request.header("x-amz-copy-source").isEmpty()) {
                boolean isMet = request.header(prefix + "match").equals(tag)
                        || !request.head().contains(prefix)
                        || (isPart && !areDecidedInParts);
                if (isMet && !isPart) {
                    objects.put(key, objects.getOrDefault("source", body));
                }
                return request.answer(isMet ? "200 OK" : "412 Precondition Failed", "", new byte[0]);
            }
            if (line.startsWith("PUT ") && !isPart) {
                objects.put(key, body);
            }
            return request.answer(
                    "200 OK",
                    "ETag: " + tag + "\r\nLast-Modified: Sat, 28 Nov 2026 10:00:00 GMT\r\n",
                    objects.getOrDefault(key, new byte[0]));
        };
    }

    /** The embedded platform's administration, with another S3 endpoint. */
    private StoragePlatform embeddedAt(ScriptedPlatform scripted) {
        return embeddedAt(scripted, embedded.info().quirks());
    }

    private StoragePlatform embeddedAt(ScriptedPlatform scripted, Set<Quirk> quirks) {
        PlatformInfo info = embedded.info();
        PlatformInfo elsewhere = new PlatformInfo(
                info.kind(), info.version(), scripted.endpoint(), info.region(), info.capabilities(), quirks);
        return (StoragePlatform) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {StoragePlatform.class},
                (self, method, arguments) ->
                        method.getName().equals("info") ? elsewhere : method.invoke(embedded, arguments));
    }
}
