/**
 * Accounts of the admin API: administrators of the provider, and the logins of tenants' users. Owns who may have a
 * password and which; refuses to know how it is hashed, and how accounts are stored.
 */
@NullMarked
package dev.ose.server.admin.access.account;

import org.jspecify.annotations.NullMarked;
