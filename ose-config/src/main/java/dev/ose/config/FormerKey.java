package dev.ose.config;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An option of VMware's Object Storage Extension (1.0 to 3.1), and what became of it here.
 *
 * @param key as operators and their scripts know it
 * @param formerDefault as it was published; absent if it was not
 * @param fate what it does now, or why it is refused
 */
public record FormerKey(String key, @Nullable String formerDefault, Fate fate) {

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
         * Whoever sets it is told why that is no use.
         *
         * @param reason a sentence
         * @param remedy a sentence
         */
        record Refused(String reason, String remedy) implements Fate {}
    }

    static FormerKey kept(@Nullable String formerDefault, Option<?> option, @Nullable String difference) {
        return new FormerKey(option.key(), formerDefault, new Fate.Kept(option, difference));
    }

    static FormerKey refused(String key, @Nullable String formerDefault, String reason, String remedy) {
        return new FormerKey(key, formerDefault, new Fate.Refused(reason, remedy));
    }

    /** What to tell whoever sets it; nothing if it may be set. */
    public Optional<ConfigurationProblem> problem() {
        return switch (fate) {
            case Fate.Kept _ -> Optional.empty();
            case Fate.Refused refused ->
                Optional.of(new ConfigurationProblem(
                        ConfigurationProblem.NOT_OFFERED,
                        key + " is known from another product and is no option here. " + refused.reason(),
                        key,
                        refused.remedy()));
        };
    }
}
