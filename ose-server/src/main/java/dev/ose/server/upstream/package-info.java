/**
 * HTTP towards platforms: a bounded pool of connections, the gate that every request head passes before it is written,
 * signatures made at the moment of sending, and time limits on what the platform keeps us waiting for. The only package
 * that touches Undertow's client; refuses to know what a request means.
 */
@NullMarked
package dev.ose.server.upstream;

import org.jspecify.annotations.NullMarked;
