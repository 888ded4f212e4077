package dev.ose.server.app;

import dev.ose.config.ConfigurationLoader;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.OutgoingRequest;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.s3.sigv4.SigV4Signer;
import dev.ose.s3.sigv4.SigningKey;
import dev.ose.server.admin.login.FirstAdmin;
import dev.ose.server.app.boot.Platforms;
import dev.ose.server.http.WireClient;
import dev.ose.server.runtime.lifecycle.NodeState;
import dev.ose.server.runtime.lifecycle.Parts;
import dev.ose.testkit.DatabaseImage;
import dev.ose.testkit.fast.StartsServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A node in this process with default settings and all its listeners, and the first user of a tenant. */
@StartsServer
final class WholeNode implements AutoCloseable {

    private final NodeState state = new NodeState();
    private final Parts parts = new Parts();
    private final Node.Endpoints endpoints;
    private final String admin;
    private String accessKey = "";
    private String secretKey = "";

    /**
     * Starts on a copy of a migrated database, or on what an earlier node left.
     *
     * @param options in addition to the directory and free ports
     */
    WholeNode(Path folder, String... options) throws IOException {
        Path data = folder.resolve("data");
        if (!Files.exists(data)) {
            // The account that runs PostgreSQL passes through what JUnit makes for the owner alone.
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
            DatabaseImage.copyInto(data);
        }
        List<String> arguments = new ArrayList<>(List.of(
                "--oss.data.dir=" + data,
                "--server.port=0",
                "--oss.s3.port=0",
                "--oss.shutdown.notice=0s",
                "--server.undertow.accesslog.enabled=false"));
        arguments.addAll(List.of(options));
        endpoints = start(arguments);
        admin = AdminNode.basic(
                "admin", Files.readString(data.resolve(FirstAdmin.FILE)).strip());
    }

    private Node.Endpoints start(List<String> arguments) {
        try {
            return Node.start(ConfigurationLoader.load(arguments, Map.of()), Platforms::start, state, parts);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    int s3Port() {
        return URI.create(endpoints.s3()).getPort();
    }

    int adminPort() {
        return URI.create(endpoints.admin()).getPort();
    }

    /** The header of the provider's first administrator. */
    String admin() {
        return admin;
    }

    /** Creates the user of {@link #signed}. */
    void makeUser(String tenant) throws IOException {
        String tenants = "/api/v1/admin/tenants";
        String users = tenants + '/'
                + created(tenants, "{\"name\":\"" + tenant + "\"}").get("id").asString() + "/users";
        String user = users
                + '/'
                + created(users, "{\"name\":\"ann\",\"role\":\"TENANT_USER\"}")
                        .get("id")
                        .asString();
        JsonNode key = created(user + "/credentials", "{}");
        accessKey = key.get("accessKey").asString();
        secretKey = key.get("secretKey").asString();
    }

    /** Signs as the user of another node with the same data. */
    void signAs(WholeNode other) {
        accessKey = other.accessKey;
        secretKey = other.secretKey;
    }

    JsonNode created(String path, String body) throws IOException {
        WireClient.Answer answer = send(adminPort(), admin("POST", "localhost", path, body));
        if (answer.status() != 201) {
            throw new IOException(answer.status() + " " + answer.body());
        }
        return JsonMapper.shared().readTree(answer.body());
    }

    /** A request of the administrator in wire format. */
    String admin(String method, String host, String path, String body) {
        return plain(method, host, path, "Authorization: " + admin + "\r\n", body);
    }

    /** @param headers each with its end of line */
    static String plain(String method, String host, String path, String headers, String body) {
        String length = method.equals("GET")
                ? ""
                : "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n";
        return method + ' ' + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers + length + "\r\n" + body;
    }

    /** A signed request of the user in wire format. */
    String signed(String method, String host, String path, String body) {
        String hash = PayloadHash.Digest.of(body.getBytes(StandardCharsets.ISO_8859_1))
                .hex();
        return signedHead(method, host, path, hash, body.length()) + body;
    }

    String signedHead(String method, String host, String target, String hash, long length) {
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        String query = mark < 0 ? "" : target.substring(mark + 1);
        Instant now = Instant.now();
        SigningKey key = SigningKey.derive(
                secretKey.getBytes(StandardCharsets.UTF_8), CredentialScope.at(now, "us-east-1", "s3"));
        SigV4Signer.Signature signature = new SigV4Signer()
                .sign(
                        new OutgoingRequest(method, path, query, List.of(new HeaderField("Host", host)), hash),
                        new AccessKeyId(accessKey),
                        key,
                        now);
        return method + ' ' + target + " HTTP/1.1\r\nHost: " + host + "\r\nx-amz-date: " + signature.amzDate()
                + "\r\nx-amz-content-sha256: " + signature.contentSha256() + "\r\nAuthorization: "
                + signature.authorization() + "\r\n"
                + (method.equals("GET") ? "" : "Content-Length: " + length + "\r\n") + "\r\n";
    }

    /** The answer on a connection of its own. */
    static WireClient.Answer send(int port, String request) throws IOException {
        try (WireClient client = new WireClient(port)) {
            return client.send(request).answer();
        }
    }

    @Override
    public void close() {
        state.becomeStopping();
        parts.close();
    }
}
