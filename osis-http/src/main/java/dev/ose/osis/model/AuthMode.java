package dev.ose.osis.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a service wants its callers to say who they are. */
public enum AuthMode {
    /** User and secret with every request. */
    @JsonProperty("Basic")
    BASIC,
    /** A token that a login gives. */
    @JsonProperty("Bearer")
    BEARER
}
