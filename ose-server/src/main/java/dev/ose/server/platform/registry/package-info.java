/**
 * The vendors' administrative side: calls adapters for tenants, users and keys, and translates their failures. Refuses
 * SQL and object bytes.
 */
@NullMarked
package dev.ose.server.platform.registry;

import org.jspecify.annotations.NullMarked;
