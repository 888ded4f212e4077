package dev.ose.server.admin.access;

/**
 * The login of a tenant's user.
 *
 * @param hash what it is checked against
 * @param active whether user and tenant may act
 */
public record MemberLogin(AdminCaller.Member caller, PasswordHash hash, boolean active) {}
