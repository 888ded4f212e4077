/**
 * Authorisation. Owns the decision that must precede every action: only an {@code Allow} provides what a handler needs.
 * Evaluates what the platform cannot know; the platform evaluates its own policies and ACLs, because requests are
 * signed with the user's own key. Performs no operation.
 */
@NullMarked
package dev.ose.server.access;

import org.jspecify.annotations.NullMarked;
