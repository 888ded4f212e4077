package dev.ose.it;

final class RcloneIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return new Rclone(target);
    }
}
