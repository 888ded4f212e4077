/**
 * Who may do what. Owns the decision that must be made before anything acts: only an {@code Allow} can build what a
 * handler needs. Evaluates what the platform cannot know; the platform evaluates its own policies and ACLs, because it
 * sees the user's own key. Refuses to act.
 */
@NullMarked
package dev.ose.server.access;

import org.jspecify.annotations.NullMarked;
