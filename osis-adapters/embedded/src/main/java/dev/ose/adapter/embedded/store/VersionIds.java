package dev.ose.adapter.embedded.store;

import dev.ose.s3.VersionId;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorException;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Version ids: 16 hexadecimal digits of the version's number, so that they sort by age and identify the row, and 16
 * random ones, so that ids cannot be guessed.
 */
final class VersionIds {

    private static final int DIGITS = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private VersionIds() {}

    static VersionId of(long rank) {
        HexFormat hex = HexFormat.of();
        return new VersionId(hex.toHexDigits(-rank) + hex.toHexDigits(RANDOM.nextLong()));
    }

    /** The rank in a version id, which may not exist. Not for the null version. */
    static long rank(VersionId version) {
        requireId(version);
        return -HexFormat.fromHexDigitsToLong(version.value(), 0, 16);
    }

    /** {@code InvalidArgument} unless the id has the form of {@link #of} or is that of the null version. */
    static void requireId(VersionId version) {
        String text = version.value();
        boolean isMade = text.length() == DIGITS && text.chars().allMatch(HexFormat::isHexDigit);
        if (!isMade && !version.isNull()) {
            throw new S3ErrorException(S3Error.invalidArgument("Invalid version id specified", "versionId", text));
        }
    }
}
