/** Jobs in PostgreSQL. */
@NullMarked
package dev.ose.server.job.jdbc;

import org.jspecify.annotations.NullMarked;
