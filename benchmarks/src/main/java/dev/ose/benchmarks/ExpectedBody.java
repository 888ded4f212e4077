package dev.ose.benchmarks;

import java.util.function.IntUnaryOperator;

/**
 * The body that an answer must have.
 *
 * @param at the byte at an index
 */
record ExpectedBody(int lengthBytes, IntUnaryOperator at) {

    static ExpectedBody of(byte[] document) {
        return new ExpectedBody(document.length, index -> document[index]);
    }

    static ExpectedBody ofObject(int lengthBytes) {
        return new ExpectedBody(lengthBytes, Content::at);
    }
}
