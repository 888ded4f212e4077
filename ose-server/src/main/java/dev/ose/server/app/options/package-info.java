/** Converts options to settings of parts: listeners, routes, certificates, secrets. Starts nothing. */
@NullMarked
package dev.ose.server.app.options;

import org.jspecify.annotations.NullMarked;
