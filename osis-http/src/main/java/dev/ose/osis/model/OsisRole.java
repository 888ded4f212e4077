package dev.ose.osis.model;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** What a user may do in Cloud Director. */
public enum OsisRole {
    PROVIDER_ADMIN,
    TENANT_ADMIN,
    TENANT_USER,
    ANONYMOUS,
    @JsonEnumDefaultValue
    UNKNOWN
}
