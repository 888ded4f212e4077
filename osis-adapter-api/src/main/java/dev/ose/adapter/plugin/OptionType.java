package dev.ose.adapter.plugin;

/**
 * How an option's text becomes a value.
 *
 * @param <T> the value
 */
public interface OptionType<T> {

    /** The value that {@code text} stands for; {@code text} has no blanks around it. */
    T parse(String text) throws UnusableValueException;

    /** The permitted values, phrased to follow "must be": for error messages and the reference page. */
    String allowed();

    /**
     * The first half of a type.
     *
     * @param <T> the value
     */
    @FunctionalInterface
    interface Parser<T> {
        /** As {@link OptionType#parse}. */
        T parse(String text) throws UnusableValueException;
    }

    /** A type of these two halves. */
    static <T> OptionType<T> of(String allowed, Parser<T> parser) {
        return new DescribedType<>(allowed, parser);
    }
}
