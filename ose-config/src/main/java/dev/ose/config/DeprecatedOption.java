package dev.ose.config;

import org.jspecify.annotations.Nullable;

/**
 * An option of VMware's Object Storage Extension (1.0 to 3.1), and what became of it here.
 *
 * @param key as operators and their scripts know it
 * @param formerDefault as it was published; absent if it was not
 * @param fate what it does now
 */
public record DeprecatedOption(String key, @Nullable String formerDefault, Fate fate) {

    /** What became of it. */
    public sealed interface Fate {

        /**
         * It does what it did.
         *
         * @param option of the same key
         * @param difference what is to be known beside the option's own sentence; absent if nothing is
         */
        record Kept(Option<?> option, @Nullable String difference) implements Fate {}

        /**
         * It is taken as another key.
         *
         * @param key that it stands for
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
