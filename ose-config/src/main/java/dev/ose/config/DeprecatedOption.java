package dev.ose.config;

import org.jspecify.annotations.Nullable;

/**
 * An option of VMware's Object Storage Extension (1.0 to 3.1), and its handling here.
 *
 * @param key its published name
 * @param formerDefault as it was published; absent if it was not
 * @param fate its handling
 */
public record DeprecatedOption(String key, @Nullable String formerDefault, Fate fate) {

    /** The handling of a former option. */
    public sealed interface Fate {

        /**
         * It has its former effect.
         *
         * @param option of the same key
         * @param difference a note beside the option's own sentence; absent if there is none
         */
        record Kept(Option<?> option, @Nullable String difference) implements Fate {}

        /**
         * It is accepted as another key.
         *
         * @param key the other key
         * @param reason a sentence
         */
        record Mapped(String key, String reason) implements Fate {}
    }

    static DeprecatedOption kept(@Nullable String formerDefault, Option<?> option, @Nullable String difference) {
        return new DeprecatedOption(option.key(), formerDefault, new Fate.Kept(option, difference));
    }

    static DeprecatedOption mapped(String key, String to, String reason) {
        return new DeprecatedOption(key, null, new Fate.Mapped(to, reason));
    }
}
