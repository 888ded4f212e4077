package dev.ose.osis.model;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** How a platform is. */
public enum PlatformStatus {
    NORMAL,
    WARNING,
    ERROR,
    @JsonEnumDefaultValue
    UNKNOWN
}
