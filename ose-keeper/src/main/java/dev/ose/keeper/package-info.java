/** The keeper's program: its command line arguments and the wiring of its parts. */
@NullMarked
package dev.ose.keeper;

import org.jspecify.annotations.NullMarked;
