/**
 * S3 key pairs that OSE verifies, and their holders. Owns their kinds and life cycle; independent of signature
 * verification and of the storage of secrets.
 */
@NullMarked
package dev.ose.server.tenant.credential;

import org.jspecify.annotations.NullMarked;
