package dev.ose.testkit;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

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

    /** Ends the gateway when the input ends, which it does with the process that holds the other end. */
    private static final String SCRIPT = "\"$@\" </dev/null & child=$!; cat >/dev/null; kill $child; wait $child";

    private static final int START_TRIES = 600;
    private static final long TRY_MILLIS = 100;
    private static final long STOP_SECONDS = 20;

    private final Process script;
    private final int s3Port;
    private final int adminPort;

    private VersityProcess(Process script, int s3Port, int adminPort) {
        this.script = script;
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
            List<String> words = new ArrayList<>(List.of("sh", "-c", SCRIPT, "versitygw", program.toString()));
            words.addAll(options);
            words.addAll(List.of("--port", "127.0.0.1:" + s3Port, "--admin-port", "127.0.0.1:" + adminPort));
            words.addAll(
                    List.of("--quiet", "--iam-dir", directory.resolve("iam").toString()));
            words.addAll(List.of(
                    "posix",
                    "--versioning-dir",
                    directory.resolve("versions").toString(),
                    directory.resolve("data").toString()));
            ProcessBuilder command = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("log").toFile());
            command.environment().put("ROOT_ACCESS_KEY", ACCESS_KEY);
            command.environment()
                    .put("ROOT_SECRET_KEY", SECRET_KEY.use(bytes -> new String(bytes, StandardCharsets.UTF_8)));
            VersityProcess process = new VersityProcess(command.start(), s3Port, adminPort);
            process.awaitStart(directory.resolve("log"));
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitStart(Path log) throws IOException {
        try {
            for (int tries = 0; tries < START_TRIES; tries++) {
                if (isOpen(s3Port) && isOpen(adminPort)) {
                    return;
                }
                if (script.waitFor(TRY_MILLIS, TimeUnit.MILLISECONDS)) {
                    break;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close();
        throw new IllegalStateException("versitygw did not start: " + Files.readString(log));
    }

    private static boolean isOpen(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException closed) {
            return false;
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
        try {
            script.getOutputStream().close();
            if (!script.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("versitygw did not stop");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
