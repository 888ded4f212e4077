/**
 * Fuzz tests of all parsers of untrusted input. In a build each test reads its corpus, in {@code src/test/resources};
 * {@code s3-protocol/fuzz} runs Jazzer.
 */
@NullMarked
package dev.ose.s3.fuzz;

import org.jspecify.annotations.NullMarked;
