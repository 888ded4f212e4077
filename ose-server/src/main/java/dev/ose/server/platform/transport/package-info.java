/**
 * HTTP towards platforms: a bounded pool of connections, the check that every request head passes before it is
 * written, signatures made at the moment of sending, and time limits on the platform. The only package that touches
 * Undertow's client; refuses to know what a request means.
 */
@NullMarked
package dev.ose.server.platform.transport;

import org.jspecify.annotations.NullMarked;
