/** Webhooks in the admin API. */
@NullMarked
package dev.ose.server.admin.event;

import org.jspecify.annotations.NullMarked;
