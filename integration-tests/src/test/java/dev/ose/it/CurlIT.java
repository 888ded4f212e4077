package dev.ose.it;

final class CurlIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return new Curl(target);
    }
}
