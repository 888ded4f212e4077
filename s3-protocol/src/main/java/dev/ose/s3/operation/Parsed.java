package dev.ose.s3.operation;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorException;
import java.util.function.Function;

/** The result of parsing a part of a request: the value, or the error to answer. */
public sealed interface Parsed<T> {

    /** The text was good. */
    record Value<T>(T value) implements Parsed<T> {}

    /** The text was refused. */
    record Refusal<T>(S3Error error) implements Parsed<T> {}

    /** A good value. */
    static <T> Parsed<T> of(T value) {
        return new Value<>(value);
    }

    /** A refusal. */
    static <T> Parsed<T> refuse(S3Error error) {
        return new Refusal<>(error);
    }

    /** Goes on with the value; a refusal stays the same refusal. */
    default <R> Parsed<R> flatMap(Function<T, Parsed<R>> next) {
        return switch (this) {
            case Value<T>(T value) -> next.apply(value);
            case Refusal<T>(S3Error error) -> refuse(error);
        };
    }

    /** The value, or an {@link S3ErrorException} that carries the error. */
    default T orElseThrow() {
        return switch (this) {
            case Value<T>(T value) -> value;
            case Refusal<T>(S3Error error) -> throw new S3ErrorException(error);
        };
    }
}
