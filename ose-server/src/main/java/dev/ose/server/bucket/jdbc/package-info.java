/** Buckets, grants and owners in PostgreSQL, and the cache of buckets. */
@NullMarked
package dev.ose.server.bucket.jdbc;

import org.jspecify.annotations.NullMarked;
