/**
 * The vendors' administrative side: asks adapters for tenants, users and keys, and says what went wrong in our own terms.
 * Refuses SQL and object bytes.
 */
@NullMarked
package dev.ose.server.platform;

import org.jspecify.annotations.NullMarked;
