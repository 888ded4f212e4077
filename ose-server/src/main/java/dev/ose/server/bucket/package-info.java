/**
 * Buckets and who owns them. Owns the rule that a bucket is looked up inside its caller's tenant; refuses objects.
 */
@NullMarked
package dev.ose.server.bucket;

import org.jspecify.annotations.NullMarked;
