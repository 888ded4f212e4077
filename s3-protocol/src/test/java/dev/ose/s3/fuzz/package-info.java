/**
 * Everything that reads what anybody may send, given bytes that a fuzzer makes up. In a build each test reads its
 * corpus, in {@code src/test/resources}; {@code s3-protocol/fuzz} lets Jazzer look for more.
 */
@NullMarked
package dev.ose.s3.fuzz;

import org.jspecify.annotations.NullMarked;
