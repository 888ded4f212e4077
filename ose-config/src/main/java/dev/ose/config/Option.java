package dev.ose.config;

import dev.ose.adapter.plugin.AdapterOption;
import dev.ose.adapter.plugin.OptionType;
import org.jspecify.annotations.Nullable;

/**
 * One thing an operator may set.
 *
 * @param key the name in the properties file and on the command line
 * @param defaultText the text of the value when nobody sets it; absent means that the option is then absent
 * @param secret whether the value must never be shown
 * @param needsRestart whether a change counts only after the node starts again
 * @param sentence what it does, in one sentence
 * @param <T> the value
 */
public record Option<T>(
        String key,
        OptionType<T> type,
        @Nullable String defaultText,
        boolean secret,
        boolean needsRestart,
        String sentence) {

    /** An option that has a value even if nobody sets it. */
    static <T> Option<T> withDefault(String key, OptionType<T> type, String defaultText, String sentence) {
        return new Option<>(key, type, defaultText, false, true, sentence);
    }

    /** An option that is absent unless somebody sets it. */
    static <T> Option<T> optional(String key, OptionType<T> type, String sentence) {
        return new Option<>(key, type, null, false, true, sentence);
    }

    /** An adapter's option. */
    static <T> Option<T> of(AdapterOption<T> option) {
        return new Option<>(option.key(), option.type(), option.defaultText(), false, true, option.sentence());
    }

    /** The same option, whose change counts while the node runs. */
    Option<T> reloaded() {
        return new Option<>(key, type, defaultText, secret, false, sentence);
    }

    /** The name of the environment variable that sets it. */
    public String variable() {
        return OptionNames.variable(key);
    }
}
