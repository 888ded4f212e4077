/**
 * Sign-in and sessions of browsers in the admin API. Owns the session's cookie, and what a request must show beside it;
 * refuses to know what callers may do.
 */
@NullMarked
package dev.ose.server.admin.session;

import org.jspecify.annotations.NullMarked;
