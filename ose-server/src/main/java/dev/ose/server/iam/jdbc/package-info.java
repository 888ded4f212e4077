/** Identity providers and federated users in PostgreSQL. */
@NullMarked
package dev.ose.server.iam.jdbc;

import org.jspecify.annotations.NullMarked;
