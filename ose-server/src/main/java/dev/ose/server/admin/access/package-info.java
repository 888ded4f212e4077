/**
 * Authorisation of the admin API: the table of operations with roles and targets, administrators and their logins.
 * Refuses to know about HTTP and about how anything is stored.
 */
@NullMarked
package dev.ose.server.admin.access;

import org.jspecify.annotations.NullMarked;
