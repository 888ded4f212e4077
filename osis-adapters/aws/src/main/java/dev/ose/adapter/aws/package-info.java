/**
 * The adapter of AWS: accounts of an organisation as tenants, users of IAM as users, and what each user may do with
 * which
 * bucket. What it has to find again is in a bucket of the provider's, which alone is consistent. Refuses to know what
 * OSE
 * stores in buckets.
 */
@NullMarked
package dev.ose.adapter.aws;

import org.jspecify.annotations.NullMarked;
