package dev.ose.it;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Trust in the certificate of a PEM file and in no other. */
public final class Trust {

    private Trust() {}

    public static TrustManager[] managers(Path authority) {
        try (InputStream in = Files.newInputStream(authority)) {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            return factory.getTrustManagers();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("cannot trust " + authority, e);
        }
    }

    public static SSLContext context(Path authority) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers(authority), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot speak TLS", e);
        }
    }
}
