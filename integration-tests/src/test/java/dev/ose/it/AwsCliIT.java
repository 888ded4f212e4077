package dev.ose.it;

final class AwsCliIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return new AwsCli(target);
    }
}
