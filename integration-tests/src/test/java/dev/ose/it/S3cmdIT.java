package dev.ose.it;

import java.util.Set;

final class S3cmdIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return new S3cmd(target);
    }

    @Override
    Set<Where> hasTimeForManyCommands() {
        return Set.of(Where.HTTPS);
    }
}
