package dev.ose.keeper.supervision;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Paths of an installation.
 *
 * @param stateDirectory the keeper's persistent state
 * @param serverJar the node's program
 * @param aotCache the AOT cache of the node's classes; used only if it exists
 */
public record Installation(
        Path stateDirectory, Path serverJar, @Nullable Path aotCache) {}
