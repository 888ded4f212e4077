/**
 * Changes of a bucket's owner: transfers, the reassignment of a removed user's buckets, and the recovery of names that
 * were claimed for buckets which were never created.
 */
@NullMarked
package dev.ose.server.bucket.ownership;

import org.jspecify.annotations.NullMarked;
