package dev.ose.adapter.plugin;

/** A type made of a parser and the words for what it takes. */
record DescribedType<T>(String allowed, Parser<T> parser) implements OptionType<T> {
    @Override
    public T parse(String text) throws UnusableValueException {
        return parser.parse(text);
    }
}
