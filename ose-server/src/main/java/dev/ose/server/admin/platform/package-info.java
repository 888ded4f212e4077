/** Platforms in the admin API, and the comparison of users with their counterparts there. */
@NullMarked
package dev.ose.server.admin.platform;

import org.jspecify.annotations.NullMarked;
