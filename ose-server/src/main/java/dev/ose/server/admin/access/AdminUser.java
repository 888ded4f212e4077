package dev.ose.server.admin.access;

/**
 * An administrator of the provider.
 *
 * @param hash what the login is checked against
 */
public record AdminUser(String name, PasswordHash hash) {}
