package dev.ose.osis.model;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** The state of a platform. */
public enum PlatformStatus {
    NORMAL,
    WARNING,
    ERROR,
    @JsonEnumDefaultValue
    UNKNOWN
}
