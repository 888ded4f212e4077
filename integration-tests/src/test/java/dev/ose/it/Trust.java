package dev.ose.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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

    /** Makes it the default trust of this process, for code that initialises TLS afterwards. */
    static void byDefault(Path authority) {
        Path store = authority.resolveSibling("trust.p12");
        char[] word = "changeit".toCharArray();
        try (OutputStream out = Files.newOutputStream(store)) {
            store(authority).store(out, word);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("cannot trust " + authority, e);
        }
        System.setProperty("javax.net.ssl.trustStore", store.toString());
        System.setProperty("javax.net.ssl.trustStorePassword", String.valueOf(word));
    }

    private static KeyStore store(Path authority) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(authority)) {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
            return trusted;
        }
    }

    public static TrustManager[] managers(Path authority) {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store(authority));
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
