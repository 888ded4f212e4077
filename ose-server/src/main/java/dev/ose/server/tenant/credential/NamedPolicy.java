package dev.ose.server.tenant.credential;

/**
 * A policy of a user or a role.
 *
 * @param document as it was stored
 */
public record NamedPolicy(String name, String document) {}
