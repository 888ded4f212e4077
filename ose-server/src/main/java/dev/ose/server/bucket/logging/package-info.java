/**
 * The access logs of buckets: one line for each request, kept in memory until it is delivered as an object of another
 * bucket. Owns the format of AWS and the rule that a log stays with the owner of its bucket; loses lines rather than
 * delaying a request.
 */
@NullMarked
package dev.ose.server.bucket.logging;

import org.jspecify.annotations.NullMarked;
