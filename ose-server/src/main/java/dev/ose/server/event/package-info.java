/**
 * Notifies webhooks of object changes: each change is recorded with the object's row and delivered at least once, in
 * order for each key. Independent of transport and message format.
 */
@NullMarked
package dev.ose.server.event;

import org.jspecify.annotations.NullMarked;
