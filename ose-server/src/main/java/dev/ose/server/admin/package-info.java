/**
 * The admin API: JSON over HTTP for the provider's and the tenants' administrators. Owns the guard in front of all
 * controllers, the caller's own view, and metrics; a package below has the controllers of each subject. Refuses to
 * decide anything about tenants itself.
 */
@NullMarked
package dev.ose.server.admin;

import org.jspecify.annotations.NullMarked;
