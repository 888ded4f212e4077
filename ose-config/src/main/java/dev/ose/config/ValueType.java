package dev.ose.config;

/**
 * How an option's text becomes a value.
 *
 * @param <T> the value
 */
public interface ValueType<T> {

    /** The value that {@code text} stands for; {@code text} has no blanks around it. */
    T parse(String text) throws UnusableValueException;

    /** What is allowed, as it reads after "must be": for error sentences and the reference page. */
    String allowed();
}
