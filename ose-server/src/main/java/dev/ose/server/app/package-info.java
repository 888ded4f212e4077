/**
 * The wiring: {@code main}, every Spring configuration, and the order in which a node starts and stops. Owns nothing of
 * the domain; no other package depends on it.
 */
@NullMarked
package dev.ose.server.app;

import org.jspecify.annotations.NullMarked;
