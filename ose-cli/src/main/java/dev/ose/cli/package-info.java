/**
 * The command {@code ose}. Owns its grammar, its exit codes, and how answers read for people and for scripts. Refuses to do
 * anything itself: it asks the keeper, and touches no file but those that it is told to read or write on the command line.
 */
@NullMarked
package dev.ose.cli;

import org.jspecify.annotations.NullMarked;
