/**
 * What an operation needs permission for, in the words of IAM, and what conditions of policies are told of it. Owns how
 * operations map to actions, resources and condition keys; refuses to decide anything, and knows nothing of who asks.
 */
@NullMarked
package dev.ose.s3.permission;

import org.jspecify.annotations.NullMarked;
