/**
 * HTTP towards clients: listeners, framing, time limits, draining. The only package that touches Undertow's server.
 * Owns what a request is on the wire; refuses to know what it means.
 */
@NullMarked
package dev.ose.server.http;

import org.jspecify.annotations.NullMarked;
