/**
 * Who a bucket is shared with: grants of ACLs and policies as rows, and what OSE adds to a platform's policy. Refuses
 * to evaluate a policy, which the platform does.
 */
@NullMarked
package dev.ose.server.bucket.sharing;

import org.jspecify.annotations.NullMarked;
