package dev.ose.it;

import java.util.Set;

/**
 * Its programs take seconds to start: what needs many of them is tried when {@code -Dose.clients=all} asks for it.
 * Version 1 does the same at each build.
 */
final class AwsCli2IT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return AwsCli.version2(target);
    }

    @Override
    Set<Where> hasTimeForManyCommands() {
        return Set.of();
    }
}
