package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.s3.checksum.Digester;
import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.server.job.JobParts;
import dev.ose.server.job.JobRequests;
import dev.ose.server.job.JobRunner;
import dev.ose.server.job.JobSites;
import dev.ose.server.job.JobStore;
import dev.ose.server.runtime.jobs.RecordedJobs;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;

/** Base of tests of jobs: a node that leaves working on jobs to the tests. */
abstract class OnJobNode extends OnEmbeddedNode {

    static final Duration LONG = Duration.ofMinutes(2);
    static final AtomicInteger NAMES = new AtomicInteger();

    House house;
    String bucket;

    /** A tenant and its user. */
    record House(String tenant, String user, JsonNode key) {

        String jobs() {
            return user + "/jobs";
        }
    }

    @Override
    String[] options() {
        return new String[] {"--oss.jobs.per-node=0"};
    }

    @BeforeEach
    void makeBucket() throws Exception {
        house = house();
        bucket = "bucket-" + NAMES.incrementAndGet();
        withUser(user -> user.ok("PUT", '/' + bucket, "", "", "x-amz-bucket-object-lock-enabled: true"));
    }

    House house() throws Exception {
        String tenant = TENANTS
                + '/'
                + node.created(TENANTS, "{\"name\":\"jobs-" + NAMES.incrementAndGet() + "\"}")
                        .get("id")
                        .asString();
        JsonNode user = node.created(tenant + "/users", "{\"name\":\"ann\",\"role\":\"TENANT_USER\"}");
        String path = tenant + "/users/" + user.get("id").asString();
        return new House(tenant, path, node.created(path + "/credentials", "{}"));
    }

    @FunctionalInterface
    interface Work {
        void with(S3User user) throws IOException;
    }

    void withUser(Work work) throws IOException {
        try (S3User user = new S3User(node.bean(S3Listeners.class).port(), house.key())) {
            work.with(user);
        }
    }

    /** Writes that many keys, each that often. */
    void fill(String prefix, int keys, int times) throws Exception {
        try (ExecutorService writers = Executors.newFixedThreadPool(8)) {
            for (int writer = 0; writer < 8; writer++) {
                int first = writer;
                Future<?> _ = writers.submit(() -> {
                    withUser(user -> {
                        for (int i = first; i < keys; i += 8) {
                            for (int time = 0; time < times; time++) {
                                user.ok("PUT", '/' + bucket + '/' + prefix + i, "", "body" + time);
                            }
                        }
                    });
                    return null;
                });
            }
        }
    }

    JsonNode job(String body) throws Exception {
        HttpResponse<String> answer = node.post(house.jobs(), body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        return AdminNode.json(answer);
    }

    JsonNode emptying() throws Exception {
        return job("{\"kind\":\"EMPTY_BUCKET\",\"bucket\":\"" + bucket + "\"}");
    }

    JsonNode shown(JsonNode job) throws Exception {
        return AdminNode.json(node.get(path(job)));
    }

    String path(JsonNode job) {
        return house.jobs() + '/' + job.get("id").asString();
    }

    void awaitState(JsonNode job, String state) {
        await().atMost(LONG).untilAsserted(() -> {
            JsonNode now = shown(job);
            assertThat(now.get("state").asString()).as(now.toString()).isEqualTo(state);
        });
    }

    JobRunner runner(JobRequests requests) {
        return JobRunner.start(
                RecordedJobs.jobs(),
                node.bean(JobStore.class),
                node.bean(JobSites.class),
                node.bean(JobParts.class).with(requests),
                new JobRunner.Limits(4, 2, 1_000, _ -> 0));
    }

    JobRunner runner() {
        return runner(node.bean(JobParts.class).requests());
    }

    long counted(String what) throws Exception {
        return usage().get(what).asLong();
    }

    private JsonNode usage() throws Exception {
        return AdminNode.json(node.get(house.tenant() + "/buckets/" + bucket + "/usage"));
    }

    void awaitNothingCounted() {
        await().atMost(LONG).untilAsserted(() -> {
            JsonNode usage = usage();
            for (String what : new String[] {"objects", "storedBytes", "olderVersions", "partBytes"}) {
                assertThat(usage.get(what).asLong()).as(what).isZero();
            }
        });
    }

    /** Sets the legal hold of the newest version. */
    void hold(S3User user, String key, String status) throws IOException {
        String document = "<LegalHold><Status>" + status + "</Status></LegalHold>";
        byte[] digest = Digester.md5().digest(document.getBytes(StandardCharsets.UTF_8));
        user.ok(
                "PUT",
                '/' + bucket + '/' + key,
                "legal-hold=",
                document,
                "content-md5: " + Base64.getEncoder().encodeToString(digest));
    }
}
