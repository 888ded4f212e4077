package dev.ose.server.app.options;

import dev.ose.config.Configuration;
import dev.ose.config.PlatformOptions;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** The trusted certificates of platforms with https endpoints. */
public final class PlatformTrust {

    private PlatformTrust() {}

    /** A context of Java's own TLS that trusts the certificates that the options name, or those that Java trusts. */
    public static SSLContext context(Configuration configuration) {
        try {
            if (configuration.find(PlatformOptions.CERTIFICATE_AUTHORITIES).isEmpty()) {
                return SSLContext.getDefault();
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {manager(configuration)}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    /** Trusts the certificates that the options name, or those that Java trusts. */
    public static X509ExtendedTrustManager manager(Configuration configuration) {
        try {
            Path file =
                    configuration.find(PlatformOptions.CERTIFICATE_AUTHORITIES).orElse(null);
            return manager(file == null ? null : read(file));
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        } catch (IOException e) {
            throw new StartException(
                    Code.FILE,
                    "The file of " + PlatformOptions.CERTIFICATE_AUTHORITIES.key()
                            + " cannot be read. Check its path and permissions.",
                    e);
        }
    }

    /** @param trusted null for those that Java trusts */
    private static X509ExtendedTrustManager manager(@Nullable KeyStore trusted) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(trusted);
        return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    }

    private static KeyStore read(Path file) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream pem = Files.newInputStream(file)) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(pem);
            for (Certificate certificate : certificates) {
                trusted.setCertificateEntry(Integer.toString(trusted.size()), certificate);
            }
        }
        if (trusted.size() == 0) {
            throw new GeneralSecurityException("the file has no certificate");
        }
        return trusted;
    }

    private static StartException unusable(GeneralSecurityException e) {
        return new StartException(
                Code.CERTIFICATE,
                "The certificates of " + PlatformOptions.CERTIFICATE_AUTHORITIES.key() + " cannot be used: "
                        + e.getMessage() + ". The file must hold one or more certificates in PEM form.",
                e);
    }
}
