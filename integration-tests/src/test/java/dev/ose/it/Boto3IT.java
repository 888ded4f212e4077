package dev.ose.it;

final class Boto3IT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return SdkProgram.python(target);
    }
}
