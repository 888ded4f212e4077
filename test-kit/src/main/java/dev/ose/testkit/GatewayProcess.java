package dev.ose.testkit;

import dev.ose.adapter.Secret;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The processes of a Ceph object gateway. They end with this process, even if that is killed. Classes that do not
 * freeze the gateway share one, by {@link GatewayFixture}. Used by one thread at a time.
 */
public final class GatewayProcess implements AutoCloseable {

    /** The programs that it needs. */
    static final List<String> PROGRAMS = List.of(
            "bash", "ceph", "ceph-mon", "ceph-osd", "monmaptool", "radosgw", "radosgw-admin", "openssl", "curl");

    private static final long STOP_SECONDS = 20;

    private final Process script;
    private final BufferedReader answers;
    private final Gateway gateway;

    private GatewayProcess(Process script, BufferedReader answers, Gateway gateway) {
        this.script = script;
        this.answers = answers;
        this.gateway = gateway;
    }

    /** Blocks until the gateway answers; the script bounds each of its waits. */
    public static GatewayProcess start() {
        try {
            Path directory = Files.createTempDirectory("rgw");
            Path run = directory.resolve("run-rgw");
            try (InputStream text = GatewayProcess.class.getResourceAsStream("run-rgw")) {
                if (text == null) {
                    throw new IllegalStateException("run-rgw is not packed");
                }
                Files.copy(text, run);
            }
            List<Integer> ports = IntStream.generate(ReservedPort::find)
                    .distinct()
                    .limit(3)
                    .boxed()
                    .toList();
            Process script = new ProcessBuilder(
                            "bash",
                            run.toString(),
                            directory.toString(),
                            ports.get(0).toString(),
                            ports.get(1).toString(),
                            ports.get(2).toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            BufferedReader answers = script.inputReader(StandardCharsets.US_ASCII);
            return new GatewayProcess(script, answers, gateway(answers, directory, ports));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Gateway gateway(BufferedReader answers, Path directory, List<Integer> ports) throws IOException {
        String line = answers.readLine();
        if (line == null || !line.startsWith("ready ")) {
            throw new IllegalStateException("the Ceph gateway did not start; its script said why");
        }
        String[] words = line.split(" ", 3);
        return new Gateway(
                URI.create("http://127.0.0.1:" + ports.get(0)),
                URI.create("https://localhost:" + ports.get(1)),
                directory.resolve("tls.crt"),
                words[1],
                Secret.of(words[2]));
    }

    public Gateway gateway() {
        return gateway;
    }

    /** Suspends the gateway's process: connections stay open without answers. */
    public void freeze() {
        order("freeze");
    }

    /** Resumes it. */
    public void thaw() {
        order("thaw");
    }

    private void order(String word) {
        try {
            BufferedWriter orders = script.outputWriter(StandardCharsets.US_ASCII);
            orders.write(word + '\n');
            orders.flush();
            if (!"done".equals(answers.readLine())) {
                throw new IllegalStateException("the script of the Ceph gateway has ended");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            script.getOutputStream().close();
            if (!script.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the Ceph gateway did not stop");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
