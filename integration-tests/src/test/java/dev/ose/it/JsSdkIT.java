package dev.ose.it;

import java.util.Set;

final class JsSdkIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return SdkProgram.javaScript(target);
    }

    @Override
    Set<Where> hasTimeForManyCommands() {
        return Set.of(Where.HTTPS);
    }
}
