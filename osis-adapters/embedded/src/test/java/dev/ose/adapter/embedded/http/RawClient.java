package dev.ose.adapter.embedded.http;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.embedded.PlatformFixture;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.OutgoingRequest;
import dev.ose.s3.sigv4.SigV4Signer;
import dev.ose.s3.sigv4.SigningKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Sends requests byte by byte, signed or malformed. One connection for each. */
final class RawClient {

    static final String UNSIGNED = "UNSIGNED-PAYLOAD";

    private final URI endpoint;
    private final PlatformKey key;

    RawClient(PlatformFixture platform) {
        this.endpoint = platform.platform().info().s3Endpoint();
        this.key = platform.key();
    }

    /** An answer: its status, its head in lower case, its body. */
    record Answer(int status, String head, String body) {}

    /** The head of a signed request, with its blank line. */
    String head(String method, String target, String payloadHash, HeaderField... headers) {
        List<HeaderField> all = new ArrayList<>(List.of(headers));
        all.add(new HeaderField("Host", host()));
        int mark = target.indexOf('?');
        OutgoingRequest request = new OutgoingRequest(
                method,
                mark < 0 ? target : target.substring(0, mark),
                mark < 0 ? "" : target.substring(mark + 1),
                all,
                payloadHash);
        Instant now = Instant.now();
        SigningKey signingKey = key.secretKey()
                .use(bytes -> SigningKey.derive(bytes, CredentialScope.at(now, PlatformFixture.REGION, "s3")));
        SigV4Signer.Signature signature =
                new SigV4Signer().sign(request, new AccessKeyId(key.accessKey()), signingKey, now);
        StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
        all.forEach(header ->
                head.append(header.name()).append(": ").append(header.value()).append("\r\n"));
        return head.append("Authorization: ")
                .append(signature.authorization())
                .append("\r\n")
                .append("x-amz-date: ")
                .append(signature.amzDate())
                .append("\r\n")
                .append("x-amz-content-sha256: ")
                .append(signature.contentSha256())
                .append("\r\n\r\n")
                .toString();
    }

    String host() {
        return "127.0.0.1:" + endpoint.getPort();
    }

    int port() {
        return endpoint.getPort();
    }

    /** Sends the text, one byte a char, optionally closes the sending side, and reads the first answer. */
    Answer send(String text, boolean closes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            if (closes) {
                socket.shutdownOutput();
            }
            return read(socket.getInputStream(), text.startsWith("HEAD "));
        }
    }

    Answer send(String text) throws IOException {
        return send(text, false);
    }

    private static Answer read(InputStream in, boolean isHead) throws IOException {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int octet = in.read();
            if (octet < 0) {
                return new Answer(-1, head.toString(), "");
            }
            head.append((char) octet);
        }
        String text = head.toString().toLowerCase(Locale.ROOT);
        int at = text.indexOf("content-length: ");
        int length = at < 0 || isHead ? 0 : Integer.parseInt(text.substring(at + 16, text.indexOf('\r', at)));
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(in.readNBytes(length));
        return new Answer(Integer.parseInt(text.substring(9, 12)), text, body.toString(StandardCharsets.ISO_8859_1));
    }

    static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
