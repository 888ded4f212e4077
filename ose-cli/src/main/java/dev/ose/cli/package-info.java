/**
 * The command {@code ose}. Owns its grammar, its exit codes, and the output for operators and scripts. Performs nothing
 * itself: it sends commands to the keeper, and reads or writes only files named on the command line.
 */
@NullMarked
package dev.ose.cli;

import org.jspecify.annotations.NullMarked;
