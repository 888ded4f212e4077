/**
 * Sessions of browsers in the admin API. Owns how their tokens are made, and what ends a session; refuses to know about
 * cookies, and how sessions are stored.
 */
@NullMarked
package dev.ose.server.admin.access.session;

import org.jspecify.annotations.NullMarked;
