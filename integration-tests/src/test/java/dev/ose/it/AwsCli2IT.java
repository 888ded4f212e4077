package dev.ose.it;

import java.util.Set;

/**
 * It takes seconds to start: cases with many commands only run with {@code -Dose.clients=all}. Version 1 runs them in
 * each build.
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
