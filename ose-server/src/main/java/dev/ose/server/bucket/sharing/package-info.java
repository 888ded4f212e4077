/**
 * Sharing of buckets: grants of ACLs and policies as rows, and what OSE adds to a platform's policy. Policies are
 * evaluated by the platform.
 */
@NullMarked
package dev.ose.server.bucket.sharing;

import org.jspecify.annotations.NullMarked;
