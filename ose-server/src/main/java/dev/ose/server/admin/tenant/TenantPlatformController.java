package dev.ose.server.admin.tenant;

import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Page;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.Regions;
import dev.ose.server.platform.probe.AttachedPlatforms;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.PlacementStore;
import dev.ose.server.tenant.Placements;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Tenant;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The platforms of a tenant in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/platforms")
@Tag(name = "Tenants")
public class TenantPlatformController {

    private final Provisioning provisioning;
    private final Placements placements;
    private final AttachedPlatforms platforms;
    private final Regions regions;

    public TenantPlatformController(
            Provisioning provisioning, Placements placements, AttachedPlatforms platforms, Regions regions) {
        this.provisioning = provisioning;
        this.placements = placements;
        this.platforms = platforms;
        this.regions = regions;
    }

    /**
     * A platform of a tenant.
     *
     * @param region the {@code LocationConstraint} of new buckets on it
     * @param isFirst whether buckets are created on it without a region
     * @param isAllowed whether the tenant may create buckets on it
     * @param isUsed whether the tenant has an account on it
     */
    record TenantPlatform(String platform, String region, boolean isFirst, boolean isAllowed, boolean isUsed) {}

    @GetMapping
    @Operation(summary = "List the platforms that a tenant may use or uses")
    Page<TenantPlatform> list(@PathVariable String tenant) {
        Tenant home = provisioning.tenant(Input.tenant(tenant));
        TenantPlatform first =
                new TenantPlatform(platforms.nameOf(home.platform()), regions.of(home.platform()), true, true, true);
        return new Page<>(
                Stream.concat(
                                Stream.of(first),
                                placements.places(home.id()).stream().map(this::further))
                        .toList(),
                null);
    }

    private TenantPlatform further(PlacementStore.Place place) {
        return new TenantPlatform(
                platforms.nameOf(place.platform()),
                regions.of(place.platform()),
                false,
                place.isAllowed(),
                place.hasCounterpart());
    }

    @PutMapping("/{platform}")
    @Operation(
            summary = "Let a tenant create buckets on a further platform",
            description =
                    "Its buckets are placed there by the region of the platform. Accounts of the tenant and of its"
                            + " users are created there when they are first needed.")
    TenantPlatform allow(@PathVariable String tenant, @PathVariable String platform) {
        return set(Input.tenant(tenant), platform, true);
    }

    @DeleteMapping("/{platform}")
    @Operation(
            summary = "Let a tenant create no more buckets on a further platform",
            description = "Those that are there are served as before.")
    TenantPlatform forbid(@PathVariable String tenant, @PathVariable String platform) {
        return set(Input.tenant(tenant), platform, false);
    }

    private TenantPlatform set(TenantId tenant, String name, boolean isAllowed) {
        PlatformId platform = platforms
                .named(name)
                .map(Platform::id)
                .orElseThrow(() -> new FailureException(new Failure.NotFound("platform", name)));
        placements.allow(tenant, platform, isAllowed);
        boolean isUsed = placements.places(tenant).stream()
                .anyMatch(place -> place.platform().equals(platform) && place.hasCounterpart());
        return new TenantPlatform(name, regions.of(platform), false, isAllowed, isUsed);
    }
}
