/**
 * What options say, in the terms of those who use it: listeners, routes, certificates, secrets. Starts nothing.
 */
@NullMarked
package dev.ose.server.app.options;

import org.jspecify.annotations.NullMarked;
