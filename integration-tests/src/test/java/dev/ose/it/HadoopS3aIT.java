package dev.ose.it;

import java.util.Set;

final class HadoopS3aIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return new HadoopS3a(target);
    }

    /** It looks for every file and its folders before and after it writes. */
    @Override
    Set<Where> hasTimeForManyCommands() {
        return Set.of(Where.HTTPS);
    }

    /** The blocks in which it writes. */
    @Override
    long partMebibytes() {
        return 64;
    }
}
