package dev.ose.it;

import dev.ose.testkit.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/** A self-signed certificate for this machine and its key, as PEM files; the first is also what vouches for it. */
public record Certificate(Path certificate, Path privateKey) {

    public static Certificate make(Path directory) {
        try {
            Files.createDirectories(directory);
            TestCertificate made = TestCertificate.make("localhost");
            return new Certificate(
                    made.certificate(directory.resolve("node.crt")), made.privateKey(directory.resolve("node.key")));
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("cannot make a certificate", e);
        }
    }
}
