package dev.ose.server.admin.access.factor;

import dev.ose.adapter.Secret;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Codes of six digits that change every 30 seconds, by HMAC-SHA-1, which is what all authenticator apps do.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc6238">RFC 6238</a>
 */
final class Totp {

    private static final int STEP_SECONDS = 30;
    private static final int DIGITS = 6;
    private static final int MODULUS = 1_000_000;
    private static final String MAC = "HmacSHA1";

    private Totp() {}

    /** The step of an instant. */
    static long step(Instant now) {
        return Math.floorDiv(now.getEpochSecond(), (long) STEP_SECONDS);
    }

    /** The code of a step. */
    static String code(Secret key, long step) {
        byte[] hash = key.use(bytes -> {
            try {
                Mac mac = Mac.getInstance(MAC);
                mac.init(new SecretKeySpec(bytes, MAC));
                return mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every JDK has " + MAC, e);
            }
        });
        int offset = hash[hash.length - 1] & 0xf;
        int truncated = ByteBuffer.wrap(hash).getInt(offset) & Integer.MAX_VALUE;
        return String.format(Locale.ROOT, "%0" + DIGITS + "d", truncated % MODULUS);
    }

    /** The step whose code this is, among the present one and its two neighbours, as clocks of devices differ. */
    static OptionalLong matching(Secret key, Secret code, Instant now) {
        long present = step(now);
        return LongStream.rangeClosed(present - 1, present + 1)
                .filter(step -> Secret.of(code(key, step)).equals(code))
                .findFirst();
    }
}
