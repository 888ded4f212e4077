package dev.ose.server.s3.relay;

import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/** The two ids that name an answer to whoever asks about it: the same in its headers and in its error document. */
public record RequestId(String value, String hostId) {

    private static final HexFormat HEX = HexFormat.of();

    /** A new id, unique enough to find one request in the logs of a year; not a secret. */
    static RequestId next() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        String value = HEX.toHexDigits(random.nextLong()).toUpperCase(Locale.ROOT);
        return new RequestId(value, HEX.toHexDigits(random.nextLong()) + HEX.toHexDigits(random.nextLong()));
    }
}
