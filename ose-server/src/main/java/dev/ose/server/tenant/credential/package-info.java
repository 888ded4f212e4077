/**
 * S3 key pairs that OSE verifies, and whom they speak for. Owns their kinds and life cycle; refuses to know how a
 * signature is checked or where a secret is kept.
 */
@NullMarked
package dev.ose.server.tenant.credential;

import org.jspecify.annotations.NullMarked;
