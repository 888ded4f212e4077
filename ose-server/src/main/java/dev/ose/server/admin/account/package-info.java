/**
 * Accounts in the admin API: administrators of the provider, and what callers change of their own account. Owns how
 * logins are checked; refuses to know what callers may do.
 */
@NullMarked
package dev.ose.server.admin.account;

import org.jspecify.annotations.NullMarked;
