/**
 * Measures what a node costs beside nginx: the same load, the same storage behind both, in one run. Owns the load, the
 * storage that stands behind and the report; refuses to reach into a node, which runs as a process of its own.
 */
@NullMarked
package dev.ose.benchmarks;

import org.jspecify.annotations.NullMarked;
