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

    /** The keys behind it; empty where there can be none. */
    Optional<KeyRange> behind() {
        return isPrefix ? KeyRange.startingWith(text).below().map(KeyRange::from) : Optional.of(KeyRange.behind(text));
    }

    /**
     * What a platform is to start after so that it lists what is behind. Some begin a common prefix anew if they start inside
     * of it and find a key there: no key of it is behind this text.
     */
    public String startAfter() {
        if (!isPrefix) {
            return text;
        }
        int room = ObjectKey.MAX_BYTES - text.getBytes(StandardCharsets.UTF_8).length;
        return text + LAST_CHARACTER.repeat(Math.max(0, room / LAST_CHARACTER_BYTES));
    }
}
