package dev.ose.server.platform.probe;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.server.database.Database;
import dev.ose.server.database.DatabaseSettings;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.client.TestQuestions;
import dev.ose.server.platform.jdbc.JdbcPlatformStore;
import dev.ose.server.platform.jdbc.JdbcProbeStore;
import dev.ose.server.platform.registry.PlatformRegistry;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.transfer.BlockingTransport;
import dev.ose.testkit.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.CharBuffer;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The probing parts of a node, on a platform whose creations and deletions are recorded. */
final class ProbedNode implements AutoCloseable {

    final PlatformRegistry platforms;
    final Platform platform;
    final JdbcProbeStore store;
    final CapabilityProbe probe;

    /** The resources that were created on the platform and not deleted. */
    final Set<Object> remaining = ConcurrentHashMap.newKeySet();

    private final TestQuestions threads = new TestQuestions();
    private final Database database;
    private final BlockingTransport transport;

    ProbedNode(TestDatabase target, StoragePlatform adapter) {
        database = new Database(DatabaseSettings.of(
                target.jdbcUrl(),
                target.server().user(),
                target.server().withPassword(word -> Secret.of(CharBuffer.wrap(word)))));
        store = new JdbcProbeStore(database);
        platforms = PlatformRegistry.register(Map.of("main", noting(adapter)), new JdbcPlatformStore(database));
        platform = platforms.named("main").orElseThrow();
        transport = threads.open();
        probe = new CapabilityProbe(platforms, transport, Clock.systemUTC());
    }

    private StoragePlatform noting(StoragePlatform adapter) {
        return (StoragePlatform) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {StoragePlatform.class}, (self, method, arguments) -> {
                    Object result;
                    try {
                        result = method.invoke(adapter, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    switch (method.getName()) {
                        case "createTenant" -> remaining.add(((PlatformTenant) result).id());
                        case "createUser" -> remaining.add(((PlatformUser) result).id());
                        case "deleteTenant", "deleteUser" -> remaining.removeAll(List.of(arguments));
                        default -> {}
                    }
                    return result;
                });
    }

    /** A visit with this key, for requests beside the probe's. */
    ProbeBucket.Visit visit(PlatformTenantId tenant, PlatformKey key) {
        return new ProbeBucket.Visit(platform, tenant, key, transport, Clock.systemUTC(), () -> false);
    }

    CapabilityKeeper startKeeper() {
        return CapabilityKeeper.start(RecordedJobs.jobs(), platforms, platform, store, probe, true);
    }

    @Override
    public void close() {
        threads.close();
        database.close();
    }
}
