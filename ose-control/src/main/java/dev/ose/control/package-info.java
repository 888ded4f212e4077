/**
 * What {@code ose} asks the keeper of its machine and what the keeper tells while it works, as values and as lines of JSON
 * over a Unix socket. Owns who may speak, and the bounds on sizes and times. Refuses to know what a command does.
 */
@NullMarked
package dev.ose.control;

import org.jspecify.annotations.NullMarked;
