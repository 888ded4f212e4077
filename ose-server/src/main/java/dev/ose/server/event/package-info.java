/**
 * Notifies webhooks of object changes, and of alerts of quotas: each is recorded with its row and delivered at least
 * once, changes in order for each key. Independent of transport and message format.
 */
@NullMarked
package dev.ose.server.event;

import org.jspecify.annotations.NullMarked;
