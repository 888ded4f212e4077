/** Tenants, users, roles and credentials in PostgreSQL, and the cache of identities. */
@NullMarked
package dev.ose.server.tenant.jdbc;

import org.jspecify.annotations.NullMarked;
