package dev.ose.testkit;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A process of versitygw with accounts, over a folder, with the admin API on a port of its own. It ends with this
 * process, even if that is killed. Used by one thread at a time.
 */
public final class VersityProcess implements AutoCloseable {

    /** Region that signatures are scoped to. */
    public static final String REGION = "us-east-1";

    /** Access key of the root account. */
    public static final String ACCESS_KEY = "root-of-the-gateway";

    private static final Secret SECRET_KEY = Secret.of("secret-of-the-root-of-the-gateway");

    private final ServerProgram program;
    private final int s3Port;
    private final int adminPort;

    private VersityProcess(ServerProgram program, int s3Port, int adminPort) {
        this.program = program;
        this.s3Port = s3Port;
        this.adminPort = adminPort;
    }

    /** Blocks until the gateway takes connections, each of which it closes after one answer. */
    static VersityProcess start(Path program) {
        return start(program, List.of());
    }

    /** The same with more options. */
    public static VersityProcess start(Path program, List<String> options) {
        try {
            Path directory = Files.createTempDirectory("versitygw");
            for (String name : new String[] {"data", "iam", "versions"}) {
                Files.createDirectory(directory.resolve(name));
            }
            int s3Port = ReservedPort.find();
            int adminPort = ReservedPort.find();
            List<String> words = new ArrayList<>(List.of(program.toString()));
            words.addAll(options);
            words.addAll(List.of("--port", "127.0.0.1:" + s3Port, "--admin-port", "127.0.0.1:" + adminPort));
            words.addAll(
                    List.of("--quiet", "--iam-dir", directory.resolve("iam").toString()));
            words.addAll(List.of(
                    "posix",
                    "--versioning-dir",
                    directory.resolve("versions").toString(),
                    directory.resolve("data").toString()));
            Map<String, String> environment = Map.of(
                    "ROOT_ACCESS_KEY",
                    ACCESS_KEY,
                    "ROOT_SECRET_KEY",
                    SECRET_KEY.use(bytes -> new String(bytes, StandardCharsets.UTF_8)));
            ServerProgram running =
                    ServerProgram.start(words, environment, directory.resolve("log"), List.of(s3Port, adminPort));
            return new VersityProcess(running, s3Port, adminPort);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public URI s3Endpoint() {
        return URI.create("http://127.0.0.1:" + s3Port);
    }

    public URI adminEndpoint() {
        return URI.create("http://127.0.0.1:" + adminPort);
    }

    /** The secret key of the root account. */
    public Secret secretKey() {
        return SECRET_KEY;
    }

    @Override
    public void close() {
        program.close();
    }
}
