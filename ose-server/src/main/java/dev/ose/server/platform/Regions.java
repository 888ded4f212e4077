package dev.ose.server.platform;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The regions of the installation towards clients. Each platform has one: that of the service, or one of its own, which
 * no other platform has. Immutable.
 */
public final class Regions {

    private final String service;
    private final PlatformId main;
    private final Map<PlatformId, String> own;

    /**
     * Takes the regions.
     *
     * @param service the region of platforms without one of their own
     * @param main the platform of new buckets in that region
     * @param own regions of other platforms, all different
     */
    public Regions(String service, PlatformId main, Map<PlatformId, String> own) {
        Set<String> names = new HashSet<>(own.values());
        if (own.containsKey(main) || names.contains(service) || names.size() < own.size()) {
            throw new IllegalArgumentException("a region names several platforms: " + service + ", " + own);
        }
        this.service = service;
        this.main = main;
        this.own = Map.copyOf(own);
    }

    /** The regions of the platforms of these names, of which the main one has that of the service. */
    public static Regions of(String service, List<Platform> platforms, Map<String, String> ownByName) {
        Map<PlatformId, String> own = new HashMap<>();
        PlatformId main = platforms.getFirst().id();
        for (Platform platform : platforms) {
            if (platform.name().equals(Platform.MAIN)) {
                main = platform.id();
            }
            Optional.ofNullable(ownByName.get(platform.name())).ifPresent(region -> own.put(platform.id(), region));
        }
        return new Regions(service, main, own);
    }

    /** All regions, that of the service first. */
    public List<String> all() {
        return Stream.concat(Stream.of(service), own.values().stream().sorted()).toList();
    }

    /** The region of new buckets on a platform. */
    public String of(PlatformId platform) {
        return own.getOrDefault(platform, service);
    }

    /**
     * The platform of new buckets of a tenant in a region: the tenant's own if it has this region.
     *
     * @param home the tenant's first platform
     * @return empty if there is no such region
     */
    public Optional<PlatformId> platform(String region, PlatformId home) {
        if (of(home).equals(region)) {
            return Optional.of(home);
        }
        return region.equals(service)
                ? Optional.of(main)
                : own.entrySet().stream()
                        .filter(entry -> entry.getValue().equals(region))
                        .map(Map.Entry::getKey)
                        .findFirst();
    }

    /**
     * Whether a request that is signed for a region may create a bucket in another one: the service's is that of
     * clients that know of no other.
     *
     * @param bucket the region of the bucket
     */
    public boolean mayCreate(String signed, String bucket) {
        return signed.equals(service) || signed.equals(bucket);
    }
}
