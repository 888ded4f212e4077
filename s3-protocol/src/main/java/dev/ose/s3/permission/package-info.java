/**
 * The IAM permissions and condition keys of operations. Owns the mapping of operations to actions, resources and
 * condition keys; does not decide, and knows nothing of the caller.
 */
@NullMarked
package dev.ose.s3.permission;

import org.jspecify.annotations.NullMarked;
