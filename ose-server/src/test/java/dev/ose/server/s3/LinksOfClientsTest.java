package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Presigned URLs of boto3 and the AWS CLI, by default and with Version 4; skipped if the clients are not installed. */
@Timeout(120)
class LinksOfClientsTest {

    private static final Path PYTHON = Path.of(System.getProperty("user.home"), ".cache/ose-tools/python/bin");
    private static final String BOTO3 = """
            import boto3, sys
            from botocore.config import Config
            config = Config(signature_version=sys.argv[2]) if len(sys.argv) > 2 else None
            s3 = boto3.client("s3", endpoint_url=sys.argv[1], config=config)
            print(s3.generate_presigned_url("get_object", Params={"Bucket": "photos", "Key": "k"}))
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit makes it.
    Path folder;

    @BeforeEach
    void requireClients() {
        assumeThat(PYTHON.resolve("aws")).exists();
    }

    private String run(String... command) throws IOException {
        Path errors = folder.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment()
                .putAll(Map.of(
                        "AWS_ACCESS_KEY_ID",
                        S3TestServer.ALICE,
                        "AWS_SECRET_ACCESS_KEY",
                        S3TestServer.secretOf(S3TestServer.ALICE),
                        "AWS_DEFAULT_REGION",
                        "us-east-1",
                        "AWS_CONFIG_FILE",
                        folder.resolve("config").toString(),
                        "AWS_SHARED_CREDENTIALS_FILE",
                        "/dev/null",
                        "AWS_EC2_METADATA_DISABLED",
                        "true"));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.onExit().join().exitValue())
                .as(Files.readString(errors))
                .isZero();
        return output;
    }

    private String endpoint(S3TestServer edge) {
        return "http://127.0.0.1:" + edge.port();
    }

    private String boto3(S3TestServer edge, String... version) throws IOException {
        return version.length == 0
                ? run(PYTHON.resolve("python").toString(), "-c", BOTO3, endpoint(edge))
                : run(PYTHON.resolve("python").toString(), "-c", BOTO3, endpoint(edge), version[0]);
    }

    private String awsCli(S3TestServer edge) throws IOException {
        return run(
                PYTHON.resolve("aws").toString(), "--endpoint-url", endpoint(edge), "s3", "presign", "s3://photos/k");
    }

    private static WireClient.Answer get(S3TestServer edge, String link) throws IOException {
        URI uri = URI.create(link);
        try (WireClient client = edge.connect()) {
            return client.send("GET " + uri.getRawPath() + '?' + uri.getRawQuery() + " HTTP/1.1\r\nHost: "
                            + uri.getAuthority() + "\r\n\r\n")
                    .answer();
        }
    }

    @Test
    void linkByVersion4IsServed() throws IOException {
        Files.writeString(folder.resolve("config"), "[default]\ns3 =\n  signature_version = s3v4\n");
        try (S3TestServer edge = new S3TestServer(request -> request.answer(new byte[0]))) {
            assertThat(get(edge, boto3(edge, "s3v4")).status()).isEqualTo(200);
            assertThat(get(edge, awsCli(edge)).status()).isEqualTo(200);
        }
    }

    /** The refusal names the client's setting to change. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void linkAtTheClientsDefaultsIsRefusedWithTheSettingToMake(boolean isBoto3) throws IOException {
        try (S3TestServer edge = new S3TestServer(request -> request.answer(new byte[0]))) {
            String link = isBoto3 ? boto3(edge) : awsCli(edge);

            WireClient.Answer answer = get(edge, link);

            assertThat(link).contains("AWSAccessKeyId=");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body())
                    .contains("<Code>InvalidRequest</Code>")
                    .contains("Config(signature_version=")
                    .contains("aws configure set default.s3.signature_version s3v4");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void linkAtTheClientsDefaultsIsServedWhereVersion2IsAccepted(boolean isBoto3) throws IOException {
        try (S3TestServer edge = S3TestServer.takingVersion2(request -> request.answer(new byte[0]))) {
            assertThat(get(edge, isBoto3 ? boto3(edge) : awsCli(edge)).status()).isEqualTo(200);
        }
    }
}
