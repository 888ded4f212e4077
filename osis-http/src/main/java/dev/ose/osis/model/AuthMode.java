package dev.ose.osis.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The means of authentication of a service's callers. */
public enum AuthMode {
    /** HTTP Basic authentication with every request. */
    @JsonProperty("Basic")
    BASIC,
    /** A bearer token, which the login operation issues. */
    @JsonProperty("Bearer")
    BEARER
}
