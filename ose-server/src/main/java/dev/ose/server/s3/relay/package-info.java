/**
 * Relays one operation to the platform and back: its context, the request, the headers passed in each direction, and
 * the rendering of answers and errors. Independent of single operations.
 */
@NullMarked
package dev.ose.server.s3.relay;

import org.jspecify.annotations.NullMarked;
