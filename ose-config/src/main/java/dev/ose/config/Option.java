package dev.ose.config;

import dev.ose.adapter.plugin.AdapterOption;
import dev.ose.adapter.plugin.OptionType;
import org.jspecify.annotations.Nullable;

/**
 * An option of the configuration.
 *
 * @param key the name in the properties file and on the command line
 * @param defaultText the default as text; absent if the option has none
 * @param secret whether the value must never be shown
 * @param needsRestart whether a change takes effect only after a restart of the node
 * @param sentence its description, one sentence
 * @param <T> type of the value
 */
public record Option<T>(
        String key,
        OptionType<T> type,
        @Nullable String defaultText,
        boolean secret,
        boolean needsRestart,
        String sentence) {

    /** An option with a default. */
    static <T> Option<T> withDefault(String key, OptionType<T> type, String defaultText, String sentence) {
        return new Option<>(key, type, defaultText, false, true, sentence);
    }

    /** An option without a default. */
    static <T> Option<T> optional(String key, OptionType<T> type, String sentence) {
        return new Option<>(key, type, null, false, true, sentence);
    }

    /** An adapter's option. */
    static <T> Option<T> of(AdapterOption<T> option) {
        return new Option<>(option.key(), option.type(), option.defaultText(), false, true, option.sentence());
    }

    /** The same option, whose changes take effect without a restart. */
    Option<T> reloaded() {
        return new Option<>(key, type, defaultText, secret, false, sentence);
    }

    /** The name of the environment variable that sets it. */
    public String variable() {
        return OptionNames.variable(key);
    }
}
