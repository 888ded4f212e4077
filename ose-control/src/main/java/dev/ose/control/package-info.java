/**
 * The protocol between {@code ose} and the keeper of its host: commands and events as values and as lines of JSON over
 * a Unix socket. Owns access control, and the limits of sizes and times, and what {@code ose} and nodes print alike.
 * Does not know the meaning of a command.
 */
@NullMarked
package dev.ose.control;

import org.jspecify.annotations.NullMarked;
