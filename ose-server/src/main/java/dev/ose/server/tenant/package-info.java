/**
 * Tenants, their users, and the platform of each tenant. Owns provisioning, which keeps OSE's rows consistent with the
 * tenants and users of the platform. Secrets of clients belong to {@code tenant.credential}.
 */
@NullMarked
package dev.ose.server.tenant;

import org.jspecify.annotations.NullMarked;
