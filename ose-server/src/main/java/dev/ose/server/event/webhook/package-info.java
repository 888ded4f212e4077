/** Sends events to webhooks over HTTP: the document and its signature. Refuses to read what receivers answer. */
@NullMarked
package dev.ose.server.event.webhook;

import org.jspecify.annotations.NullMarked;
