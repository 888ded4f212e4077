/** The certificates that servers show, for operators to verify. */
@NullMarked
package dev.ose.keeper.tls;

import org.jspecify.annotations.NullMarked;
