package dev.ose.adapter.plugin;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One thing that an operator may set about a platform.
 *
 * @param key {@code oss.KIND.} and a name of the adapter's choice, in lower case; a promise once released
 * @param defaultText the text of the value if the option is not set; absent means that the option is then absent
 * @param isRequired whether a node needs it if {@code oss.platform} names this adapter
 * @param isSecretFile whether it names a file whose first line is a secret, which the keeper then also takes by value;
 *     its key ends with {@code -file}
 * @param sentence what it does, in one sentence that ends with a full stop
 * @param <T> the value
 */
public record AdapterOption<T>(
        String key,
        OptionType<T> type,
        @Nullable String defaultText,
        boolean isRequired,
        boolean isSecretFile,
        String sentence) {

    private static final Duration MIN_TIMEOUT = Duration.ofMillis(100);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(10);

    public AdapterOption {
        if (!key.matches("oss\\.[a-z][a-z0-9]{1,30}\\.[a-z0-9][a-z0-9.-]{0,80}")) {
            throw new IllegalArgumentException(key + " is not of the form oss.KIND.NAME");
        }
        if (isSecretFile && !key.endsWith("-file")) {
            throw new IllegalArgumentException(key + " names a file with a secret and does not end with -file");
        }
        if (sentence.isBlank() || !sentence.endsWith(".")) {
            throw new IllegalArgumentException(key + " is not described by a sentence");
        }
    }

    /** An option that has a value even if it is not set. */
    public static <T> AdapterOption<T> withDefault(
            String key, OptionType<T> type, String defaultText, String sentence) {
        return new AdapterOption<>(key, type, defaultText, false, false, sentence);
    }

    /** An option that is absent unless it is set. */
    public static <T> AdapterOption<T> optional(String key, OptionType<T> type, String sentence) {
        return new AdapterOption<>(key, type, null, false, false, sentence);
    }

    /** A file whose first line is a secret. */
    public static AdapterOption<Path> secretFile(String key, String sentence) {
        return new AdapterOption<>(key, OptionTypes.path(), null, false, true, sentence);
    }

    /** A timeout of an operation that usually takes less than 30 seconds. */
    public static AdapterOption<Duration> timeout(String key, String sentence) {
        return withDefault(key, OptionTypes.time(MIN_TIMEOUT, MAX_TIMEOUT), "30s", sentence);
    }

    /** The same option, without which the platform cannot be used. */
    public AdapterOption<T> required() {
        return new AdapterOption<>(key, type, defaultText, true, isSecretFile, sentence);
    }
}
