package dev.ose.it;

final class S3cmdIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return new S3cmd(target);
    }
}
