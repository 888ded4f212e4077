package dev.ose.it;

import java.util.Set;

final class CurlIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return new Curl(target);
    }

    /** Each file is a command of its own. */
    @Override
    Set<Where> hasTimeForManyCommands() {
        return Set.of(Where.HTTPS);
    }
}
