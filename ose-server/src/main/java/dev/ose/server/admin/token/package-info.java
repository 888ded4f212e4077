/**
 * Personal tokens in the admin API. Owns how they are shown and sent; refuses to know what callers may do.
 */
@NullMarked
package dev.ose.server.admin.token;

import org.jspecify.annotations.NullMarked;
