package dev.ose.server.s3.relay;

import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/** The two ids of a request, which are in the headers and in the error document of its answer. */
public record RequestId(String value, String hostId) {

    private static final HexFormat HEX = HexFormat.of();

    /** A new id, unique within the logs of a year; not a secret. */
    static RequestId next() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        String value = HEX.toHexDigits(random.nextLong()).toUpperCase(Locale.ROOT);
        return new RequestId(value, HEX.toHexDigits(random.nextLong()) + HEX.toHexDigits(random.nextLong()));
    }
}
