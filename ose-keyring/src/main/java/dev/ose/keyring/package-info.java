/**
 * Encryption of secrets at rest with a key in a file outside the database, so that a copy of the database alone reveals
 * nothing. Owns the key file's format and permissions; does not know what it encrypts.
 */
@NullMarked
package dev.ose.keyring;

import org.jspecify.annotations.NullMarked;
