package dev.ose.client;

import tools.jackson.databind.JsonNode;

/**
 * A JSON document of the admin API, with a method for each member that its schema names.
 *
 * <p>Members that nodes of later versions add stay in {@link #json}. A required member that is absent, since the node
 * is of another version, reads as the empty text, 0, false, or an empty list or document; an optional member reads as
 * null, or as a document that is not present. Values of an enumeration are text, since later versions add to them;
 * those of this version are constants.
 */
public interface Document {

    /** What was received, or is sent. */
    JsonNode json();

    /** Whether this was in the answer, rather than being read from a member that is absent or null. */
    default boolean isPresent() {
        return !json().isMissingNode() && !json().isNull();
    }
}
