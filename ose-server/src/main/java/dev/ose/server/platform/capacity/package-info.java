/** Reads how much each platform can store from time to time, and says how old and how certain the figures are. */
@NullMarked
package dev.ose.server.platform.capacity;

import org.jspecify.annotations.NullMarked;
