package dev.ose.server.platform.registry;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.StoragePlatform;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformStore;
import dev.ose.server.platform.RecordedPlatform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The checks that no name of a platform stands for another platform than before: the buckets of one would be looked for
 * on the other. With one platform only its kind is checked, as its address may change at any time.
 */
final class Registration {

    private final Map<String, StoragePlatform> adapters;
    private final PlatformStore store;
    private final Map<String, RecordedPlatform> recorded;

    Registration(Map<String, StoragePlatform> adapters, PlatformStore store) {
        this.adapters = new TreeMap<>(adapters);
        this.store = store;
        this.recorded =
                store.recorded().stream().collect(Collectors.toMap(RecordedPlatform::name, Function.identity()));
    }

    /** Registers all adapters. Fails with {@code Invalid}. */
    Map<String, Platform> perform() {
        if (adapters.size() > 1 || absent().stream().anyMatch(RecordedPlatform::hasTenants)) {
            requireOneNameEach();
            adapters.forEach(this::requireSame);
        }
        Map<String, Platform> registered = new HashMap<>();
        adapters.forEach((name, adapter) -> registered.put(name, store.register(name, adapter.info())));
        return registered;
    }

    /** The recorded platforms without an adapter. */
    List<RecordedPlatform> absent() {
        return recorded.values().stream()
                .filter(platform -> !adapters.containsKey(platform.name()))
                .toList();
    }

    private void requireOneNameEach() {
        Map<URI, String> names = new HashMap<>();
        adapters.forEach((name, adapter) -> {
            URI endpoint = adapter.info().s3Endpoint();
            String other = names.put(endpoint, name);
            if (other != null) {
                throw invalid(name, "it has the S3 endpoint of the platform " + other + ", " + endpoint);
            }
        });
    }

    /** Asks the platform only if its address is not the recorded one. */
    private void requireSame(String name, StoragePlatform adapter) {
        RecordedPlatform before = recorded.get(name);
        URI endpoint = adapter.info().s3Endpoint();
        if (before == null || before.s3Endpoint().equals(endpoint)) {
            return;
        }
        List<PlatformUserId> users = store.someUsers(before.id());
        if (!users.isEmpty() && !knowsOne(name, adapter, users)) {
            throw invalid(
                    name,
                    "its S3 endpoint was " + before.s3Endpoint() + ", and the platform that is now at " + endpoint
                            + " does not know its users");
        }
    }

    private static boolean knowsOne(String name, StoragePlatform adapter, List<PlatformUserId> users) {
        try {
            return users.stream().anyMatch(user -> adapter.findUser(user).isPresent());
        } catch (PlatformException e) {
            throw invalid(
                    name,
                    "its S3 endpoint is a new one, " + adapter.info().s3Endpoint()
                            + ", and cannot be asked whether it is the same platform: " + e.getMessage());
        }
    }

    private static FailureException invalid(String name, String rule) {
        return new FailureException(
                new Failure.Invalid("platform", "the platform " + name + " cannot be used: " + rule));
    }
}
