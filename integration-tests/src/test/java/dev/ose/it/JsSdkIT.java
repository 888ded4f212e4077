package dev.ose.it;

final class JsSdkIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return SdkProgram.javaScript(target);
    }
}
