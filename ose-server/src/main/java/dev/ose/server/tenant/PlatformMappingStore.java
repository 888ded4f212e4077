package dev.ose.server.tenant;

import dev.ose.adapter.PlatformKey;
import dev.ose.server.platform.PlatformEndpoint;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the mappings of users of all tenants, for background jobs. Every method blocks on the database. */
public interface PlatformMappingStore {

    /**
     * Mappings on the first platforms of tenants, ordered by user id, after {@code after}, null from the start, at most
     * {@code limit}.
     */
    List<PlatformMapping> list(@Nullable UserId after, int limit);

    /** The present mapping of the user on its tenant's first platform. */
    Optional<PlatformMapping> find(TenantId tenant, UserId user);

    /** Mappings on further platforms of the users from one id to another, both included, ordered by user id. */
    List<PlatformMapping> listFurther(UserId from, UserId to);

    /** Records another endpoint of the tenant if that of {@code before} is still recorded; returns whether it was. */
    boolean replaceEndpoint(PlatformMapping before, PlatformEndpoint endpoint);

    /** Records another platform key, sealed, if that of {@code before} is still recorded; returns whether it was. */
    boolean replacePlatformKey(PlatformMapping before, PlatformKey key);
}
