/** Lists read from PostgreSQL. Text of a caller is always a parameter here, never a part of a statement. */
@NullMarked
package dev.ose.server.roster.jdbc;

import org.jspecify.annotations.NullMarked;
