/**
 * HTTP towards platforms: a bounded pool of connections, validation of every request head, signatures made at the time
 * of sending, and time limits. The only package that uses Undertow's client; knows nothing of a request's meaning.
 */
@NullMarked
package dev.ose.server.platform.transport;

import org.jspecify.annotations.NullMarked;
