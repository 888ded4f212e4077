package dev.ose.server.admin;

import dev.ose.adapter.Capability;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.probe.AttachedPlatforms;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.PlacementStore;
import dev.ose.server.tenant.Placements;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The capabilities by which requests to the admin API are decided. */
public final class OfferedCapabilities {

    private final AttachedPlatforms platforms;
    private final Provisioning provisioning;
    private final Placements placements;

    public OfferedCapabilities(AttachedPlatforms platforms, Provisioning provisioning, Placements placements) {
        this.platforms = platforms;
        this.provisioning = provisioning;
        this.placements = placements;
    }

    /**
     * The capabilities of the platforms of a tenant; those of any platform without a tenant, or if it is not known.
     * Blocks on the database if there are several platforms.
     */
    public Set<Capability> to(@Nullable TenantId tenant) {
        List<Platform> all = platforms.all();
        if (tenant == null || all.size() == 1) {
            return ofAny(all);
        }
        try {
            Stream<PlatformId> further = placements.places(tenant).stream().map(PlacementStore.Place::platform);
            return ofAny(Stream.concat(Stream.of(provisioning.tenant(tenant).platform()), further)
                    .map(platforms::get)
                    .toList());
        } catch (FailureException _) {
            // The operation itself says what is missing, and only to callers who may know of the tenant.
            return ofAny(all);
        }
    }

    private static Set<Capability> ofAny(List<Platform> platforms) {
        return platforms.stream()
                .flatMap(platform -> platform.capabilities().stream())
                .collect(Collectors.toUnmodifiableSet());
    }
}
