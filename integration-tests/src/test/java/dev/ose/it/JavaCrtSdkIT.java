package dev.ose.it;

final class JavaCrtSdkIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return new JavaCrtSdk(target);
    }

    /** It makes parts of what is larger than 8 MiB. */
    @Override
    int hugeMebibytes() {
        return 64;
    }
}
