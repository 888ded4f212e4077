/**
 * Cloud Director in the admin API: callers who show its access tokens, and which organisations tenants are. Refuses to
 * decide what a role of it may do.
 */
@NullMarked
package dev.ose.server.admin.director;

import org.jspecify.annotations.NullMarked;
