/** The storage platforms: their identity, endpoints and capabilities, as the rest of the server sees them. */
@NullMarked
package dev.ose.server.platform;

import org.jspecify.annotations.NullMarked;
