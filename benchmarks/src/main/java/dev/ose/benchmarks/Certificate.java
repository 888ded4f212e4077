package dev.ose.benchmarks;

import dev.ose.testkit.TestCertificate;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;

/**
 * The certificate of all servers of a run with TLS.
 *
 * @param certificate in PEM form, like its key
 */
public record Certificate(SSLContext server, SSLContext client, Path certificate, Path privateKey) {

    /** Makes one, with its files in the directory. */
    public static Certificate make(Path directory) {
        try {
            Files.createDirectories(directory);
            TestCertificate made = TestCertificate.make("servers");
            return new Certificate(
                    made.server(),
                    made.client(),
                    made.certificate(directory.resolve("servers.crt")),
                    made.privateKey(directory.resolve("servers.key")));
        } catch (Exception e) {
            throw new IllegalStateException("cannot make a certificate in " + directory, e);
        }
    }
}
