package dev.ose.it;

import dev.ose.testkit.SignedForm;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A connection on which a test sends and reads raw bytes. */
public final class Wire implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final S3Target target;
    private final Socket socket;
    private final InputStream in;

    private Wire(S3Target target, Socket socket) throws IOException {
        this.target = target;
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
        socket.setSoTimeout(Math.toIntExact(TIMEOUT.toMillis()));
    }

    public static Wire connect(S3Target target) {
        try {
            Path authority = target.authority();
            String host = target.endpoint().getHost();
            int port = target.endpoint().getPort();
            return new Wire(
                    target,
                    authority == null
                            ? new Socket(host, port)
                            : Trust.context(authority).getSocketFactory().createSocket(host, port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Posts a form, which carries its own signature, to a bucket. */
    public static WireAnswer post(S3Target target, String bucket, byte[] form) {
        try (Wire wire = connect(target)) {
            wire.write("POST /" + bucket + " HTTP/1.1\r\nHost: " + target.host() + "\r\nContent-Type: "
                    + SignedForm.CONTENT_TYPE + "\r\nContent-Length: " + form.length + "\r\n\r\n");
            wire.write(form);
            return wire.answer("POST");
        }
    }

    /** Sends one request on a connection of its own and reads the answer. */
    public static WireAnswer send(S3Target target, SignedRequest request) {
        try (Wire wire = connect(target)) {
            wire.write(request.bytes(target));
            return wire.answer(request.method());
        }
    }

    public WireAnswer exchange(SignedRequest request) {
        write(request.bytes(target));
        return answer(request.method());
    }

    /** Writes; it is no error if the server has already answered and closed the connection. */
    public void write(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        } catch (SocketException answeredAlready) {
            // The server's answer before the close can still be read.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void write(String text) {
        write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Resets the connection, so that the peer sees a failure instead of an orderly end. */
    public void reset() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends our half of the connection; the other can still answer. */
    public void endWriting() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads some bytes of an answer and no more, not even a whole head; none at its end. */
    public byte[] readSome() {
        byte[] some = new byte[16 * 1024];
        try {
            return Arrays.copyOf(some, Math.max(0, in.read(some)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a final answer; interim ones are passed over. */
    public WireAnswer answer(String method) {
        try {
            WireAnswer answer = read(method);
            return answer.status() / 100 == 1 ? answer(method) : answer;
        } catch (IOException e) {
            throw new UncheckedIOException("no answer", e);
        }
    }

    /**
     * Reads all final answers until the server ends the connection.
     *
     * @param method of each request that may be answered; more answers than requests are read as if to the last
     */
    public List<WireAnswer> answersToTheEnd(List<String> method) {
        List<WireAnswer> answers = new ArrayList<>();
        try {
            while (!isEnded()) {
                WireAnswer answer = read(method.get(Math.min(answers.size(), method.size() - 1)));
                if (answer.status() / 100 != 1) {
                    answers.add(answer);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("after " + answers.size() + " answers", e);
        }
        return answers;
    }

    /** A server that closes during a write may reset the connection; its answer has arrived by then. */
    private boolean isEnded() throws IOException {
        in.mark(1);
        try {
            if (in.read() < 0) {
                return true;
            }
        } catch (SocketException reset) {
            return true;
        }
        in.reset();
        return false;
    }

    private WireAnswer read(String method) throws IOException {
        String line = line();
        int status = Integer.parseInt(line.split(" ", 3)[1]);
        Map<String, String> headers = new HashMap<>();
        for (String field = line(); !field.isEmpty(); field = line()) {
            int colon = field.indexOf(':');
            headers.merge(
                    field.substring(0, colon).toLowerCase(Locale.ROOT),
                    field.substring(colon + 1).strip(),
                    (first, second) -> first + "," + second);
        }
        boolean hasBody = !method.equals("HEAD") && status != 204 && status != 304 && status / 100 != 1;
        return new WireAnswer(status, headers, hasBody ? body(headers) : new byte[0]);
    }

    private byte[] body(Map<String, String> headers) throws IOException {
        if ("chunked".equals(headers.get("transfer-encoding"))) {
            return chunks();
        }
        String length = headers.get("content-length");
        if (length == null) {
            return in.readAllBytes();
        }
        byte[] body = in.readNBytes(Integer.parseInt(length));
        if (body.length < Integer.parseInt(length)) {
            throw new EOFException("the answer is cut");
        }
        return body;
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            all.writeBytes(in.readNBytes(size));
            line();
        }
        while (!line().isEmpty()) {
            // Trailers are not needed.
        }
        return all.toByteArray();
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line().split(";", 2)[0].strip(), 16);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int octet = in.read(); octet != '\n'; octet = in.read()) {
            if (octet < 0) {
                throw new EOFException("the connection ended");
            }
            line.write(octet);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
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
