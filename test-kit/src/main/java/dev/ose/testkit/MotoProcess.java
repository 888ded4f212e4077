package dev.ose.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A process of moto, which answers as the services of AWS and keeps all in memory. It begins without a look at
 * signatures
 * and policies; a test switches that on. It ends with this process.
 */
public final class MotoProcess implements AutoCloseable {

    /** Region that signatures are scoped to. */
    public static final String REGION = "us-east-1";

    private final ServerProgram program;
    private final int port;

    private MotoProcess(ServerProgram program, int port) {
        this.program = program;
        this.port = port;
    }

    /** Blocks until moto takes connections. */
    static MotoProcess start(Path program) {
        try {
            Path directory = Files.createTempDirectory("moto");
            int port = ReservedPort.find();
            List<String> words = List.of(program.toString(), "-H", "127.0.0.1", "-p", String.valueOf(port));
            Map<String, String> environment =
                    Map.of("HOME", directory.toString(), "MOTO_ALLOW_NONEXISTENT_REGION", "false");
            ServerProgram running = ServerProgram.start(words, environment, directory.resolve("log"), List.of(port));
            return new MotoProcess(running, port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where all services answer. */
    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + port);
    }

    @Override
    public void close() {
        program.close();
    }
}
