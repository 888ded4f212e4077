/** Organisations and users of Cloud Director as columns of tenants and their users. */
@NullMarked
package dev.ose.server.director.jdbc;

import org.jspecify.annotations.NullMarked;
