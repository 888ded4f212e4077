package dev.ose.config;

/** When an organisation of Cloud Director becomes a tenant. */
public enum DirectorActivation {
    /** When an administrator of the provider links it to one. */
    MANUAL,
    /** By the first request of one of its users. */
    AUTO
}
