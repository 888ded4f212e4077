/** Objects in PostgreSQL: rows, segments, labels, and the statements that change them together. */
@NullMarked
package dev.ose.server.catalog.jdbc;

import org.jspecify.annotations.NullMarked;
