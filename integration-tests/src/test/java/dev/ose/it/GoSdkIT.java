package dev.ose.it;

final class GoSdkIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return SdkProgram.go(target);
    }
}
