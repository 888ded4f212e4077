/**
 * Measures programs that stand in front of the same storage: a node, plain proxies and other gateways, under the same
 * load, in turns. Owns how each of them and each storage is started, and the report.
 */
@NullMarked
package dev.ose.benchmarks.arena;

import org.jspecify.annotations.NullMarked;
