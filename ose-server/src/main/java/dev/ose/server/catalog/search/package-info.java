/**
 * Finds objects across the buckets of a tenant, and buckets. Owns the filters and paging; independent of the query
 * language and of the tables.
 */
@NullMarked
package dev.ose.server.catalog.search;

import org.jspecify.annotations.NullMarked;
