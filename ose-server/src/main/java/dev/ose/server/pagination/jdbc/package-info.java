/** Lists read from PostgreSQL. Text of a caller is always a parameter of a statement, never a part of it. */
@NullMarked
package dev.ose.server.pagination.jdbc;

import org.jspecify.annotations.NullMarked;
