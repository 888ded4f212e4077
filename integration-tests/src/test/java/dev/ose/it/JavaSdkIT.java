package dev.ose.it;

final class JavaSdkIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return new JavaSdk(target);
    }
}
