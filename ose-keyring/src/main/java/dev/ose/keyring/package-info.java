/**
 * Secrets at rest: seals them with a key that lives in a file outside the database, so that a copy of the database
 * alone opens nothing. Owns the key file's format and permissions; refuses to know what it seals.
 */
@NullMarked
package dev.ose.keyring;

import org.jspecify.annotations.NullMarked;
