/**
 * Filters that clients write in RSQL, in the admin API and S3. Owns the parser and the bounds of its input, independent
 * of what a filter is used for. It produces domain values: text of a client never becomes text of a query.
 */
@NullMarked
package dev.ose.server.catalog.rsql;

import org.jspecify.annotations.NullMarked;
