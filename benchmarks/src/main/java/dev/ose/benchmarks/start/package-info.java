/** How long a node takes to start, and what requests cost right after it. */
@NullMarked
package dev.ose.benchmarks.start;

import org.jspecify.annotations.NullMarked;
