/**
 * The settings of buckets as their platforms keep them. Owns what is asked of a platform on OSE's own account and what
 * an answer means; refuses to decide who may ask.
 */
@NullMarked
package dev.ose.server.bucket.settings;

import org.jspecify.annotations.NullMarked;
