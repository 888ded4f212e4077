package dev.ose.server.app.boot;

import dev.ose.adapter.StoragePlatform;
import dev.ose.config.Configuration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** Starts the adapters of all platforms at the same time: one that does not answer takes no time of another. */
final class PlatformStarts {

    private PlatformStarts() {}

    /**
     * The adapters by the name of their platform. Blocks until each is started; closes the others and throws the
     * exception of one that cannot be started.
     */
    static Map<String, StoragePlatform> all(
            Configuration configuration, Function<Configuration, StoragePlatform> start) {
        Map<String, Configuration> platforms = configuration.platforms();
        if (platforms.size() == 1) {
            return Map.of(configuration.platform(), start.apply(configuration));
        }
        Map<String, CompletableFuture<StoragePlatform>> starts = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            platforms.forEach((name, platform) ->
                    starts.put(name, CompletableFuture.supplyAsync(() -> start.apply(platform), threads)));
        }
        Map<String, StoragePlatform> started = new LinkedHashMap<>();
        try {
            starts.forEach((name, platform) -> started.put(name, platform.join()));
        } catch (CompletionException e) {
            starts.values().stream()
                    .filter(platform -> !platform.isCompletedExceptionally())
                    .forEach(platform -> platform.join().close());
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
        return started;
    }
}
