/**
 * Filters that clients write in RSQL, at the admin API and at S3. Owns the parser and the bounds of its input; refuses
 * to know what a filter is used for. It makes values of the domain: no text of a client's ever becomes text of a
 * query.
 */
@NullMarked
package dev.ose.server.catalog.rsql;

import org.jspecify.annotations.NullMarked;
