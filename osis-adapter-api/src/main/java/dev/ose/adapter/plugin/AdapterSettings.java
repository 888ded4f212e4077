package dev.ose.adapter.plugin;

import java.util.Optional;

/** The values of an adapter's options. Immutable. */
public interface AdapterSettings {

    /** The value of an option, if it is set or has a default. */
    <T> Optional<T> find(AdapterOption<T> option);

    /** Whether {@code oss.platform} names this adapter. */
    boolean isChosen();

    /** The value of an option that has a default or is required; the latter only of an adapter that is chosen. */
    default <T> T get(AdapterOption<T> option) {
        return find(option).orElseThrow(() -> new IllegalStateException(option.key() + " is missing"));
    }

    /** Whether the option has a value. */
    default boolean isSet(AdapterOption<?> option) {
        return find(option).isPresent();
    }
}
