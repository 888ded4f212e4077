/** Where the processor time and the memory of a small request go in a node, stage by stage. */
@NullMarked
package dev.ose.benchmarks.stage;

import org.jspecify.annotations.NullMarked;
