/**
 * The keeper's program: what it is told on its command line, and how its parts hang together.
 */
@NullMarked
package dev.ose.keeper;

import org.jspecify.annotations.NullMarked;
