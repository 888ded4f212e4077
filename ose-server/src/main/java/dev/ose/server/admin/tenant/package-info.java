/** Tenants and their users in the admin API, those included that the platform had before. */
@NullMarked
package dev.ose.server.admin.tenant;

import org.jspecify.annotations.NullMarked;
