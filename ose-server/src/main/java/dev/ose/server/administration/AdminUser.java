package dev.ose.server.administration;

/**
 * Someone who administers this service.
 *
 * @param hash what the login is checked against
 */
public record AdminUser(String name, PasswordHash hash, AdminRole role) {}
