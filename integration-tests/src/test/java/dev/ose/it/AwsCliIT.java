package dev.ose.it;

import java.util.Set;

final class AwsCliIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return new AwsCli(target);
    }

    @Override
    Set<Where> hasTimeForManyCommands() {
        return Set.of(Where.HTTPS);
    }
}
