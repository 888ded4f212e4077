package dev.ose.server.catalog.listing;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.KeyRange;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Where a page ended.
 *
 * @param text its last key, or its last common prefix
 */
public record Position(String text, boolean isPrefix) {

    private static final String LAST_CHARACTER = Character.toString(Character.MAX_CODE_POINT);
    private static final int LAST_CHARACTER_BYTES = LAST_CHARACTER.getBytes(StandardCharsets.UTF_8).length;

    /** The keys after the position; empty if there can be none. */
    Optional<KeyRange> behind() {
        return isPrefix ? KeyRange.startingWith(text).below().map(KeyRange::from) : Optional.of(KeyRange.behind(text));
    }

    /**
     * The {@code start-after} with which a platform continues from this position. Some platforms return a common prefix
     * again if they start inside it and find a key there; no key of the prefix is after this text.
     */
    public String startAfter() {
        if (!isPrefix) {
            return text;
        }
        int room = ObjectKey.MAX_BYTES - text.getBytes(StandardCharsets.UTF_8).length;
        return text + LAST_CHARACTER.repeat(Math.max(0, room / LAST_CHARACTER_BYTES));
    }
}
