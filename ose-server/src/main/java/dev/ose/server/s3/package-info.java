/**
 * S3 as clients see it: one pipeline that parses, authenticates, authorises, performs and renders each request.
 * Refuses sockets and SQL.
 *
 * <p>What is authorised is what is sent: the platform gets each fact from the one source that was read here ({@code
 * docs/decisions/0013-a-fact-has-one-source.md}), never a second statement of the client's that it might believe.
 */
@NullMarked
package dev.ose.server.s3;

import org.jspecify.annotations.NullMarked;
