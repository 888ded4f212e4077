package dev.ose.config;

import dev.ose.adapter.plugin.PlatformAdapterFactory;
import java.nio.file.Path;
import java.util.Optional;

/** Problems of installed adapters. */
final class AdapterProblems {

    private static final String OPTION = PlatformOptions.ADAPTERS.key();

    private AdapterProblems() {}

    /** @param why after the path, such as "is writable by its group" */
    static ConfigurationProblem untrusted(Path path, String why) {
        return new ConfigurationProblem(
                ConfigurationProblem.UNTRUSTED_ADAPTER,
                "Adapters are not loaded from " + path + ", which " + why + ".",
                OPTION,
                "What is loaded runs with all rights of the node: check where it comes from, then run chown root and"
                        + " chmod go-w on it.");
    }

    /** @param why after the path, such as "names no adapter" */
    static ConfigurationProblem broken(Path jar, String why) {
        return new ConfigurationProblem(
                ConfigurationProblem.BROKEN_ADAPTER,
                "The adapter " + jar + " cannot be used: it " + why + ".",
                OPTION,
                "Install a jar that its vendor built for this version, or remove it.");
    }

    /** @param other the jar of the other adapter; absent if that one is part of this release */
    static ConfigurationProblem doubled(AdapterJar jar, Optional<Path> other) {
        return new ConfigurationProblem(
                ConfigurationProblem.DOUBLED_ADAPTER,
                "The adapter " + jar.path() + " is of the kind " + jar.factory().kind() + ", as "
                        + other.map(path -> path + " is").orElse("one that comes with this version is") + ".",
                OPTION,
                "Remove one of them; two versions of an adapter are never used at once.");
    }

    static ConfigurationProblem newer(Path jar, int version) {
        return new ConfigurationProblem(
                ConfigurationProblem.NEWER_ADAPTER,
                "The adapter " + jar + " was built for version " + version
                        + " of the adapter API, and this version of OSE has version "
                        + PlatformAdapterFactory.API_VERSION + ".",
                OPTION,
                "Upgrade OSE, or take an older release of the adapter.");
    }
}
