package dev.ose.server.tenant;

import dev.ose.adapter.PlatformKey;
import dev.ose.server.platform.PlatformEndpoint;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the mappings of users of all tenants, for background jobs. Every method blocks on the database. */
public interface PlatformMappingStore {

    /** Mappings ordered by user id, after {@code after}, null from the start, at most {@code limit}. */
    List<PlatformMapping> list(@Nullable UserId after, int limit);

    /** The present mapping of the user. */
    Optional<PlatformMapping> find(TenantId tenant, UserId user);

    /** Records another endpoint of the tenant if that of {@code before} is still recorded; returns whether it was. */
    boolean replaceEndpoint(PlatformMapping before, PlatformEndpoint endpoint);

    /** Records another platform key, sealed, if that of {@code before} is still recorded; returns whether it was. */
    boolean replacePlatformKey(PlatformMapping before, PlatformKey key);
}
