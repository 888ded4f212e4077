package dev.ose.adapter.embedded.file;

import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/** Names a stored file: random, so that no input of a tenant becomes part of a path. */
public record FileId(UUID value) {

    /** Never the name of a file: random ids are not zero. */
    public static final FileId NOWHERE = new FileId(new UUID(0, 0));

    private static final int DIGITS = 32;

    /** A fresh id. */
    static FileId random() {
        return new FileId(UUID.randomUUID());
    }

    /** The id that a file name spells, or empty for any other name. */
    static Optional<FileId> parse(String name) {
        if (name.length() != DIGITS || !name.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
            return Optional.empty();
        }
        return Optional.of(new FileId(
                new UUID(HexFormat.fromHexDigitsToLong(name, 0, 16), HexFormat.fromHexDigitsToLong(name, 16, DIGITS))));
    }

    /** 32 lower-case hexadecimal digits. */
    String fileName() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(value.getMostSignificantBits()) + hex.toHexDigits(value.getLeastSignificantBits());
    }
}
