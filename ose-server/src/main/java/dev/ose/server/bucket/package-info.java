/**
 * Buckets and their owners. Owns the rule that a bucket is looked up inside its caller's tenant; does not handle
 * objects.
 */
@NullMarked
package dev.ose.server.bucket;

import org.jspecify.annotations.NullMarked;
