/**
 * The PROXY protocol and forwarding headers, which state a client's address. Owns the decision whose headers are
 * trusted.
 */
@NullMarked
package dev.ose.server.http.proxy;

import org.jspecify.annotations.NullMarked;
