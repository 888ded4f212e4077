package dev.ose.server.http.framing;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorDocument;
import io.undertow.util.StatusCodes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/** The answers that this package gives itself: S3's error document, after which the connection is closed. */
public final class ErrorResponses {

    private ErrorResponses() {}

    public static String newRequestId() {
        return HexFormat.of()
                .withUpperCase()
                .toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    public static byte[] document(S3Error error, String resource, String requestId) {
        return new S3ErrorDocument(error, resource, requestId, requestId).toBytes();
    }

    /** A complete answer in wire format, for a request without an exchange. */
    static byte[] wire(int status, S3Error error, boolean withBody) {
        String requestId = newRequestId();
        byte[] body = document(error, "", requestId);
        byte[] head = ("HTTP/1.1 " + status + ' ' + StatusCodes.getReason(status) + "\r\n"
                        + "x-amz-request-id: " + requestId + "\r\n"
                        + "x-amz-id-2: " + requestId + "\r\n"
                        + "Content-Type: " + S3ErrorDocument.CONTENT_TYPE + "\r\n"
                        + "Content-Length: " + body.length + "\r\n"
                        + "Connection: close\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        if (!withBody) {
            return head;
        }
        byte[] whole = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, whole, head.length, body.length);
        return whole;
    }
}
