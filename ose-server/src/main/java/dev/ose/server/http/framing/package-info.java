/**
 * The framing of HTTP/1.1 messages (RFC 9112): start line, field lines, chunks and trailers are validated before
 * Undertow parses them. Owns the refusal of a connection; refuses to interpret a request.
 */
@NullMarked
package dev.ose.server.http.framing;

import org.jspecify.annotations.NullMarked;
