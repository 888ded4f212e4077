/**
 * Links by which users share objects. Owns when a link is good and what is kept of it; refuses to know how it is
 * redeemed over HTTP, and what its user may read at that moment.
 */
@NullMarked
package dev.ose.server.admin.access.link;

import org.jspecify.annotations.NullMarked;
