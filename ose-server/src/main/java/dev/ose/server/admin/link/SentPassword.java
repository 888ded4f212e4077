package dev.ose.server.admin.link;

import dev.ose.s3.UriEncoding;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the password in the form of a link's page. The servlet container would evaluate the query, too, which proxies
 * log, and log what it cannot decode; here that is a wrong password.
 */
final class SentPassword {

    /** Those of longer bodies are longer than passwords. */
    private static final int MAX_BYTES = 1 << 12;

    private static final String FIELD = "password=";

    private SentPassword() {}

    /** The first password in the body, whatever its type is; empty if there is none. */
    static String in(HttpServletRequest request) throws IOException {
        byte[] body = request.getInputStream().readNBytes(MAX_BYTES + 1);
        return body.length > MAX_BYTES ? "" : in(new String(body, StandardCharsets.ISO_8859_1));
    }

    private static String in(String form) {
        return Arrays.stream(form.split("&", -1))
                .filter(pair -> pair.startsWith(FIELD))
                .findFirst()
                .map(pair -> pair.substring(FIELD.length()).replace('+', ' '))
                .flatMap(UriEncoding::decode)
                .orElse("");
    }
}
