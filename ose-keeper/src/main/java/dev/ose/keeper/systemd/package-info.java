/**
 * What systemd is told. Refuses to know what it means.
 */
@NullMarked
package dev.ose.keeper.systemd;

import org.jspecify.annotations.NullMarked;
