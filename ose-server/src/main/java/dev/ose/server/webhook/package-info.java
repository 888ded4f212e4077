/**
 * Sends events to webhooks over HTTP: the document, its signature, and the guard that keeps tenants from reaching into the
 * provider's own network. Refuses to follow redirections or to read what receivers answer.
 */
@NullMarked
package dev.ose.server.webhook;

import org.jspecify.annotations.NullMarked;
