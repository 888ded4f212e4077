package dev.ose.server.app;

import dev.ose.adapter.Secret;
import dev.ose.config.Configuration;
import dev.ose.config.NodeOptions;
import dev.ose.server.admin.login.FirstAdmin;
import dev.ose.server.app.boot.Platforms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Training run for the JVM's AOT cache ({@code -XX:AOTCacheOutput}): starts a node on an empty data directory, sends it
 * requests of administrators and of S3 clients, and stops it. With the cache a node starts sooner, and its first
 * requests cost less. Arguments and exit codes as those of {@link OseServer}; plain HTTP and the embedded platform.
 */
public final class AotTraining {

    /** Enough for the profiles of the methods that each request uses. */
    private static final int ROUNDS = 100;

    private static final int ROUNDS_PER_LISTING = 10;
    private static final int OBJECT_BYTES = 4096;
    private static final String BUCKET = "/training";
    private static final String TENANTS = "/api/v1/admin/tenants";

    private final TrainingClient client;

    private AotTraining(TrainingClient client) {
        this.client = client;
    }

    /** Runs until all requests are answered. */
    public static void main(String[] arguments) {
        OseServer.run(arguments, Platforms::start, AotTraining::train);
    }

    private static void train(Configuration configuration, Node.Endpoints endpoints) {
        try (TrainingClient client = new TrainingClient(
                URI.create(endpoints.admin()), URI.create(endpoints.s3()), password(configuration))) {
            new AotTraining(client).run();
        }
        System.exit(0);
    }

    private static Secret password(Configuration configuration) {
        try {
            return Secret.of(Files.readString(
                            configuration.get(NodeOptions.DATA_DIRECTORY).resolve(FirstAdmin.FILE))
                    .strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void run() {
        String users = TENANTS + '/' + make(TENANTS, Map.of("name", "training")) + "/users";
        String user = users + '/' + make(users, Map.of("name", "training", "role", "TENANT_ADMIN"));
        JsonNode keys = client.administer("POST", user + "/credentials", Map.of("description", "training"));
        client.signAs(
                keys.required("accessKey").asString(),
                Secret.of(keys.required("secretKey").asString()));
        client.s3("PUT", BUCKET);
        for (int round = 0; round < ROUNDS; round++) {
            object(BUCKET + "/object-" + round);
            if (round % ROUNDS_PER_LISTING == 0) {
                upload(BUCKET + "/upload-" + round);
                client.s3("GET", BUCKET + "?list-type=2&max-keys=100");
                client.administer("GET", TENANTS, Map.of());
            }
        }
        client.s3("GET", "/");
        client.s3("GET", BUCKET + "?acl=");
        client.administer("GET", users, Map.of());
    }

    private String make(String path, Map<String, String> body) {
        return client.administer("POST", path, body).required("id").asString();
    }

    private void object(String path) {
        client.s3("PUT", path, new byte[OBJECT_BYTES]);
        client.s3("GET", path);
        client.s3("HEAD", path);
        client.s3("DELETE", path);
    }

    private void upload(String path) {
        String id = TrainingClient.element("UploadId", client.s3("POST", path + "?uploads="));
        String part = path + "?partNumber=1&uploadId=" + id;
        String etag =
                client.s3("PUT", part, new byte[OBJECT_BYTES]).header("ETag").orElseThrow();
        client.s3(
                "POST",
                path + "?uploadId=" + id,
                "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>" + etag
                        + "</ETag></Part></CompleteMultipartUpload>");
    }
}
