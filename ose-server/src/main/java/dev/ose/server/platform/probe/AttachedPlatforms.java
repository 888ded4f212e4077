package dev.ose.server.platform.probe;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformInfo;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.platform.PlatformId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The platforms of this node, and what their adapters declare. Never blocks. */
public interface AttachedPlatforms extends PlatformDirectory {

    /** All platforms, by name. */
    List<Platform> all();

    /** The name of a platform, also of one that this node does not have. */
    String nameOf(PlatformId platform);

    /** The platform with this name in the configuration. */
    Optional<Platform> named(String name);

    /** The adapter's information. Fails with {@code PlatformUnreachable} for one that this node does not have. */
    PlatformInfo info(PlatformId platform);

    /** Replaces the platform's capabilities on this node. */
    void learn(PlatformId platform, Set<Capability> capabilities);
}
