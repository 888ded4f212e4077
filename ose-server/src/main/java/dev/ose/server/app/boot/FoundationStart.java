package dev.ose.server.app.boot;

import dev.ose.adapter.StoragePlatform;
import dev.ose.config.Configuration;
import dev.ose.config.NodeOptions;
import dev.ose.keyring.Keyring;
import dev.ose.server.database.Database;
import dev.ose.server.runtime.jobs.OperatorEvents;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.Parts;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Starts database and platform on a thread of its own, concurrently with Spring: each takes about a second. */
public final class FoundationStart implements Supplier<Foundation>, AutoCloseable {

    private final Needs needs;
    private final Parts started = new Parts();
    private final CompletableFuture<Foundation> ready = new CompletableFuture<>();

    /** The inputs of the start. */
    public record Needs(
            Configuration configuration,
            PlatformSource platform,
            DataDirectory directory,
            OperatorEvents events,
            Clock clock) {}

    private FoundationStart(Needs needs) {
        this.needs = needs;
    }

    /** Begins the start. Does not block. */
    public static FoundationStart begin(Needs needs) {
        FoundationStart start = new FoundationStart(needs);
        Thread.ofPlatform().name("domain-start").start(start::run);
        return start;
    }

    /** Blocks until the start has ended; throws its exception. */
    @Override
    public Foundation get() {
        try {
            return ready.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Fails waiting calls at once: an unresponsive database must not delay the stop of a node. */
    public void abort() {
        ready.completeExceptionally(new IllegalStateException("the node is stopping"));
    }

    /** Stops the started parts, now or as soon as the start has ended. */
    @Override
    public void close() {
        abort();
        started.close();
    }

    private void run() {
        try {
            ready.complete(start());
        } catch (SQLException e) {
            ready.completeExceptionally(StartFailures.explain(e));
        } catch (RuntimeException | LinkageError e) {
            ready.completeExceptionally(e);
        }
    }

    private Foundation start() throws SQLException {
        Keyring keyring = Keyring.open(needs.configuration()
                .find(NodeOptions.KEYRING_FILE)
                .orElse(needs.directory().resolve("keyring.json")));
        Database database =
                new DatabaseFactory(needs.configuration(), needs.directory(), started, needs.events()).start();
        Map<String, StoragePlatform> platforms = PlatformStarts.all(needs.configuration(), platform -> source(platform)
                .start(platform, needs.directory(), database.dataSource(), keyring, needs.clock()));
        platforms.forEach((name, platform) -> started.add("platform " + name, platform));
        return new Foundation(keyring, database, platforms);
    }

    /** Only the main platform may come from the code that embeds the node. */
    private PlatformSource source(Configuration platform) {
        return platform == needs.configuration() ? needs.platform() : Platforms::start;
    }
}
