/**
 * Tells changes of objects to webhooks: what became of an object is recorded with its row and delivered at least once,
 * in order for each key. Knows neither how a message is sent nor what it looks like.
 */
@NullMarked
package dev.ose.server.event;

import org.jspecify.annotations.NullMarked;
