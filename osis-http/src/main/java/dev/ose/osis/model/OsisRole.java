package dev.ose.osis.model;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** The role of a user in Cloud Director. */
public enum OsisRole {
    PROVIDER_ADMIN,
    TENANT_ADMIN,
    TENANT_USER,
    ANONYMOUS,
    @JsonEnumDefaultValue
    UNKNOWN
}
