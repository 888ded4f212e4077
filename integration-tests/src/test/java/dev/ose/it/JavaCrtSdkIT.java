package dev.ose.it;

final class JavaCrtSdkIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return new JavaCrtSdk(target);
    }
}
