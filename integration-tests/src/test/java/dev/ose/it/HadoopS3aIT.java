package dev.ose.it;

final class HadoopS3aIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return new HadoopS3a(target);
    }
}
