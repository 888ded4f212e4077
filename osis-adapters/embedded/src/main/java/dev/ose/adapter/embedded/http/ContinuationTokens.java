package dev.ose.adapter.embedded.http;

import dev.ose.s3.UriEncoding;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Continuation tokens: the last entry of a page, encoded so that clients do not use it as a key. */
final class ContinuationTokens {

    private ContinuationTokens() {}

    static String encode(String last) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(last.getBytes(StandardCharsets.UTF_8));
    }

    static String decode(String token) {
        try {
            return UriEncoding.utf8Text(Base64.getUrlDecoder().decode(token))
                    .filter(text -> text.indexOf('\0') < 0)
                    .orElseThrow(() -> refused(token));
        } catch (IllegalArgumentException e) {
            throw refused(token);
        }
    }

    private static S3ErrorException refused(String token) {
        return new S3ErrorException(
                S3Error.invalidArgument("The continuation token provided is incorrect", "continuation-token", token));
    }
}
