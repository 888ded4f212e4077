/**
 * One operation's way to the platform and back: its context, the request that is sent, which headers cross in each
 * direction, and how answers and errors are rendered. Refuses to know single operations.
 */
@NullMarked
package dev.ose.server.s3.relay;

import org.jspecify.annotations.NullMarked;
