package dev.ose.adapter;

/** A tenant as the platform has it. */
public record PlatformTenant(PlatformTenantId id, String name) {}
