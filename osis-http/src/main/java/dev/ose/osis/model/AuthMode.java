package dev.ose.osis.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How callers of a service authenticate. */
public enum AuthMode {
    /** HTTP Basic authentication with every request. */
    @JsonProperty("Basic")
    BASIC,
    /** A bearer token, which the login operation issues. */
    @JsonProperty("Bearer")
    BEARER
}
