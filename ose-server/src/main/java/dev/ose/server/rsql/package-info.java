/**
 * Filters that clients write in RSQL, at the admin API and at S3. Owns the parser, and the bounds within which it is let
 * loose on what strangers wrote; refuses to know what a filter is used for. What it makes is a value of the domain: no text
 * of a client's ever becomes text of a query.
 */
@NullMarked
package dev.ose.server.rsql;

import org.jspecify.annotations.NullMarked;
