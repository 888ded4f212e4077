package dev.ose.server.platform.probe;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformInfo;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import java.util.Optional;
import java.util.Set;

/** The platforms of this node, and what their adapters say of them. Never blocks. */
public interface AttachedPlatforms {

    /** The platform that the operator named so. */
    Optional<Platform> named(String name);

    /** What the adapter says of the platform; an unknown id is a bug of the caller. */
    PlatformInfo info(PlatformId platform);

    /** Has requests decided by these capabilities from now on, on this node. */
    void learn(PlatformId platform, Set<Capability> capabilities);
}
