package dev.ose.testkit;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A process of MinIO over one empty folder, without its console. It ends with this process. */
public final class MinioProcess implements AutoCloseable {

    /** Region that signatures are scoped to. */
    public static final String REGION = "us-east-1";

    /** Access key of the root user. */
    public static final String ACCESS_KEY = "root-of-minio";

    private static final Secret SECRET_KEY = Secret.of("secret-of-the-root-of-minio");

    private final ServerProgram program;
    private final int port;

    private MinioProcess(ServerProgram program, int port) {
        this.program = program;
        this.port = port;
    }

    /** Blocks until MinIO takes connections. */
    static MinioProcess start(Path program) {
        try {
            Path directory = Files.createTempDirectory("minio");
            Path data = Files.createDirectory(directory.resolve("data"));
            int port = ReservedPort.find();
            Map<String, String> environment = Map.of(
                    "MINIO_ROOT_USER",
                    ACCESS_KEY,
                    "MINIO_ROOT_PASSWORD",
                    SECRET_KEY.use(bytes -> new String(bytes, StandardCharsets.UTF_8)),
                    "MINIO_BROWSER",
                    "off",
                    "MINIO_UPDATE",
                    "off",
                    "HOME",
                    directory.toString());
            List<String> words =
                    List.of(program.toString(), "server", "--quiet", "--address", "127.0.0.1:" + port, data.toString());
            ServerProgram running = ServerProgram.start(words, environment, directory.resolve("log"), List.of(port));
            return new MinioProcess(running, port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where S3 and the admin API answer. */
    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** The secret key of the root user. */
    public Secret secretKey() {
        return SECRET_KEY;
    }

    @Override
    public void close() {
        program.close();
    }
}
