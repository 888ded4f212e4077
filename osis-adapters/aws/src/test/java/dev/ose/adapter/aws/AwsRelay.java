package dev.ose.adapter.aws;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Passes requests on to another server, one for each connection, but for those that a script answers, or whose answers
 * it
 * keeps back.
 */
final class AwsRelay implements AutoCloseable {

    /** What a script says if the request is passed on and its answer is not. */
    static final String CUT = "cut";

    /** What a script says if request and answer are passed on. */
    static final String PASS = "pass";

    private static final int BACKLOG = 64;

    private final ServerSocket socket;
    private final URI target;
    private final Script script;
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    /** What becomes of a request. */
    @FunctionalInterface
    interface Script {
        /** {@link #PASS}, {@link #CUT}, or the whole answer. */
        String answer(String request);
    }

    private AwsRelay(ServerSocket socket, URI target, Script script) {
        this.socket = socket;
        this.target = target;
        this.script = script;
    }

    static AwsRelay to(URI target, Script script) {
        try {
            AwsRelay relay =
                    new AwsRelay(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()), target, script);
            Thread.ofVirtual().start(relay::accept);
            return relay;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An answer of a service. */
    static String refusal(int status, String code, String... headers) {
        String body = "<ErrorResponse><Error><Type>Sender</Type><Code>" + code
                + "</Code><Message>m</Message></Error></ErrorResponse>";
        return answer(status, "text/xml", body, headers);
    }

    /** The same of S3. */
    static String s3Refusal(int status, String code, String... headers) {
        return answer(
                status, "application/xml", "<Error><Code>" + code + "</Code><Message>m</Message></Error>", headers);
    }

    static String answer(int status, String type, String body, String... headers) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Scripted\r\nContent-Type: " + type + "\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return head + "Connection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException e) {
                return; // closed: the test is over
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            String request = read(client.getInputStream());
            if (request.isEmpty()) {
                return;
            }
            String said = script.answer(request);
            byte[] answer =
                    said.equals(PASS) || said.equals(CUT) ? pass(request) : said.getBytes(StandardCharsets.ISO_8859_1);
            if (!said.equals(CUT)) {
                client.getOutputStream().write(answer);
                client.getOutputStream().flush();
            }
        } catch (IOException e) {
            failures.add(e); // the adapter hung up, as it may
        }
    }

    private static String read(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int length = -1;
        int end = 0;
        while (length < 0 || bytes.size() < end + length) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            bytes.write(next);
            if (length < 0 && next == '\n') {
                String head = bytes.toString(StandardCharsets.ISO_8859_1);
                if (head.endsWith("\r\n\r\n")) {
                    end = bytes.size();
                    length = length(head);
                }
            }
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    private static int length(String head) {
        return head.lines()
                .filter(line -> line.regionMatches(true, 0, "content-length:", 0, 15))
                .map(line -> Integer.parseInt(line.substring(15).strip()))
                .findFirst()
                .orElse(0);
    }

    /** The first line keeps its place; a connection that ends with the answer marks its end. */
    private byte[] pass(String request) throws IOException {
        int line = request.indexOf("\r\n") + 2;
        String closing = request.substring(0, line) + "Connection: close\r\n"
                + request.substring(line).replaceFirst("(?i)\r\nconnection: [^\r]*", "");
        try (Socket server = new Socket(target.getHost(), target.getPort())) {
            server.getOutputStream().write(closing.getBytes(StandardCharsets.ISO_8859_1));
            server.getOutputStream().flush();
            return server.getInputStream().readAllBytes();
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
