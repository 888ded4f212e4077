package dev.ose.adapter;

/**
 * Whom a platform's S3 answers name beside the users of tenants.
 *
 * @param id canonical id under which owners and grantees are named
 * @param name for people
 */
public record PlatformPrincipal(String id, String name) {}
