/**
 * HTTP towards clients: listeners, exchanges, time limits, draining. With its subpackages the only package that touches
 * Undertow's server. Owns the wire format of requests; knows nothing of their meaning.
 *
 * <p>Its rules: ambiguous bytes end the connection; no client decides how long a thread is held, so a thread that may
 * block gets whole messages only ({@link dev.ose.server.http.WholeMessages}); each wait for a client has a deadline or
 * a minimum rate.
 */
@NullMarked
package dev.ose.server.http;

import org.jspecify.annotations.NullMarked;
