package dev.ose.server.s3;

import dev.ose.config.Configuration;
import dev.ose.config.S3Options;
import dev.ose.server.access.ManagementLogins;
import dev.ose.server.app.config.DataPlaneConfiguration;
import dev.ose.server.app.dataplane.DataPlane;
import dev.ose.server.bucket.ownership.BucketAdmissions;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.database.MemoryPlatform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.Regions;
import dev.ose.server.platform.transport.UpstreamSettings;
import dev.ose.server.s3.relay.BucketServices;
import dev.ose.server.s3.relay.ObjectServices;
import dev.ose.server.s3.relay.PlatformServices;
import dev.ose.server.s3.relay.RequestServices;
import dev.ose.server.s3.relay.S3Services;
import dev.ose.server.tenant.OwnerDirectory;
import dev.ose.server.tenant.credential.LastUses;
import dev.ose.server.tenant.credential.UnplacedIdentities;
import dev.ose.server.transfer.PooledBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** Wires the data path from given parts, by their types as in a node. */
final class S3Parts {

    private final DefaultListableBeanFactory parts = new DefaultListableBeanFactory();

    private S3Parts() {}

    static DataPlane wire(Configuration configuration, Object... parts) {
        S3Parts all = new S3Parts();
        Stream.of(parts).forEach(all::add);
        all.add(configuration);
        Supplier<?> buffers = all.parts.getBean(Supplier.class);
        all.add(DataPlaneConfiguration.copySplit(configuration, () -> (PooledBuffer) buffers.get()));
        all.add(all.make(PlatformServices.ParallelParts.class));
        all.add(Regions.of(
                configuration.get(S3Options.REGION),
                List.of(all.parts.getBean(PlatformDirectory.class).get(new PlatformId(1))),
                Map.of()));
        // The management API is not there.
        ManagementLogins none = _ -> Optional.empty();
        all.add(none);
        all.add(new LastUses());
        all.add(new UnplacedIdentities());
        all.add(new BucketAdmissions(
                all.parts.getBean(PlatformDirectory.class),
                (_, user, _) -> {
                    throw new UnsupportedOperationException(user.toString());
                },
                new MemoryPlatform()));
        all.add(all.make(PlatformServices.Placement.class));
        all.add(new S3Services(
                all.make(RequestServices.class),
                all.make(PlatformServices.class),
                all.make(BucketServices.class),
                all.make(ObjectServices.class),
                all.parts.getBean(Sharing.class),
                all.parts.getBean(OwnerDirectory.class),
                all.parts.getBean(Clock.class)));
        return all.make(DataPlane.class);
    }

    /** Few connections, and no limit of time that a test might meet. */
    static UpstreamSettings upstream() {
        Duration patience = Duration.ofMinutes(1);
        return new UpstreamSettings(
                new UpstreamSettings.Pool(8, 8, 8, patience, patience, patience),
                UpstreamSettings.Timeouts.all(patience));
    }

    private void add(Object part) {
        parts.registerSingleton(part.getClass().getName(), part);
    }

    private <T> T make(Class<T> type) {
        return type.cast(parts.autowire(type, AutowireCapableBeanFactory.AUTOWIRE_CONSTRUCTOR, false));
    }
}
