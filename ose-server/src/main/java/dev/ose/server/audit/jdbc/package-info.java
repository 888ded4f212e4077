/** The audit log in PostgreSQL. */
@NullMarked
package dev.ose.server.audit.jdbc;

import org.jspecify.annotations.NullMarked;
