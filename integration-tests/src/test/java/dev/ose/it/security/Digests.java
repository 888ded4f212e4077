package dev.ose.it.security;

import dev.ose.it.Samples;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;

/** Checksums in the form in which S3's headers have them. */
final class Digests {

    private Digests() {}

    static String base64Sha256(String document) {
        String hex = Samples.sha256(document.getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex));
    }
}
