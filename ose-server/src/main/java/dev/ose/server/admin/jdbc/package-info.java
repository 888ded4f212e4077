/** Administrators and tenant logins in PostgreSQL. */
@NullMarked
package dev.ose.server.admin.jdbc;

import org.jspecify.annotations.NullMarked;
