/** Buckets in the admin API. */
@NullMarked
package dev.ose.server.admin.bucket;

import org.jspecify.annotations.NullMarked;
