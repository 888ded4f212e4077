/** Sends events to webhooks over HTTP: the document and its signature. Response bodies of receivers are not read. */
@NullMarked
package dev.ose.server.event.webhook;

import org.jspecify.annotations.NullMarked;
