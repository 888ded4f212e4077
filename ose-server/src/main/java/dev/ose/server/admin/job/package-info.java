/** Jobs in the admin API. */
@NullMarked
package dev.ose.server.admin.job;

import org.jspecify.annotations.NullMarked;
