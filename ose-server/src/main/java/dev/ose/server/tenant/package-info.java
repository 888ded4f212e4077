/**
 * Who is served: tenants, their users, and the platform each tenant's bytes live on. Owns provisioning, which keeps
 * our rows and the platform's own tenants and users in step. Refuses secrets of clients (see {@code
 * tenant.credential}).
 */
@NullMarked
package dev.ose.server.tenant;

import org.jspecify.annotations.NullMarked;
