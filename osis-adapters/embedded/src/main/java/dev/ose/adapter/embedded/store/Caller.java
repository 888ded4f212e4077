package dev.ose.adapter.embedded.store;

import dev.ose.adapter.PlatformTenantId;

/** Who asks: the user behind a verified signature and the tenant whose buckets they may touch. */
public record Caller(Owner owner, PlatformTenantId tenant) {}
