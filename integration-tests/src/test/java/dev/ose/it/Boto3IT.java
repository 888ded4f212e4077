package dev.ose.it;

import java.util.Set;

final class Boto3IT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return SdkProgram.python(target);
    }

    @Override
    Set<Where> hasTimeForManyCommands() {
        return Set.of(Where.HTTPS);
    }
}
