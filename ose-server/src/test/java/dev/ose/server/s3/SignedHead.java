package dev.ose.server.s3;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.SigV4Signer;
import java.util.List;

/** The head of a signed request as it is sent. */
final class SignedHead {

    private SignedHead() {}

    static String of(
            String method, String target, List<HeaderField> all, SigV4Signer.Signature signature, long length) {
        StringBuilder text = new StringBuilder(method + ' ' + target + " HTTP/1.1\r\n");
        all.forEach(header ->
                text.append(header.name()).append(": ").append(header.value()).append("\r\n"));
        text.append("x-amz-date: ").append(signature.amzDate()).append("\r\n");
        text.append("x-amz-content-sha256: ").append(signature.contentSha256()).append("\r\n");
        text.append("Authorization: ").append(signature.authorization()).append("\r\n");
        if (length > 0 || method.equals("PUT") || method.equals("POST")) {
            text.append("Content-Length: ").append(length).append("\r\n");
        }
        return text.append("\r\n").toString();
    }
}
