package dev.ose.it;

final class McIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return new Mc(target);
    }
}
