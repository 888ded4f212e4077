/** The protocol to systemd. Does not know the meaning of the states. */
@NullMarked
package dev.ose.keeper.systemd;

import org.jspecify.annotations.NullMarked;
