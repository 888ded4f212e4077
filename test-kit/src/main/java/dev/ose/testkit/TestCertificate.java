package dev.ose.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.UnaryOperator;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

/** A self-signed certificate for {@code localhost}, made with the JDK's keytool. */
public final class TestCertificate {

    private static final char[] STORE_KEY = "changeit".toCharArray();

    private final KeyStore store;

    private TestCertificate(KeyStore store) {
        this.store = store;
    }

    /** Good for two days from now on, in {@code NAME.p12}. */
    public static TestCertificate make(Path folder, String name) throws Exception {
        return make(folder, name, "+0d");
    }

    /** A certificate that expired in January 2020. */
    public static TestCertificate makeExpired(Path folder, String name) throws Exception {
        return make(folder, name, "2020/01/01 00:00:00");
    }

    private static TestCertificate make(Path folder, String name, String start) throws Exception {
        Path file = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=dns:localhost,ip:127.0.0.1",
                        "-startdate",
                        start,
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(STORE_KEY))
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool failed: " + output);
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, STORE_KEY);
        }
        return new TestCertificate(store);
    }

    /** Writes the certificate as a PEM file. */
    public Path certificate(Path file) throws IOException, GeneralSecurityException {
        return Files.writeString(
                file, pem("CERTIFICATE", store.getCertificate("server").getEncoded()));
    }

    /** Writes the private key as a PEM file. */
    public Path privateKey(Path file) throws IOException, GeneralSecurityException {
        return Files.writeString(
                file, pem("PRIVATE KEY", store.getKey("server", STORE_KEY).getEncoded()));
    }

    private static String pem(String kind, byte[] der) {
        return "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(der) + "\n-----END " + kind
                + "-----\n";
    }

    /** SHA-256 of the certificate, in lower-case hexadecimal digits. */
    public String fingerprint() {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(store.getCertificate("server").getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    public SSLContext server() throws GeneralSecurityException {
        return server(keys -> keys);
    }

    /** The context of a server with a wrapped key manager, such as a slow one. */
    public SSLContext server(UnaryOperator<X509ExtendedKeyManager> wrapper) throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, STORE_KEY);
        SSLContext context = SSLContext.getInstance("TLS");
        X509ExtendedKeyManager own = (X509ExtendedKeyManager) keys.getKeyManagers()[0];
        context.init(new KeyManager[] {wrapper.apply(own)}, null, null);
        return context;
    }

    /** The context of a client that trusts this certificate alone. */
    public SSLContext client() throws GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        try {
            trusted.load(null, null);
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
        trusted.setCertificateEntry("server", store.getCertificate("server"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
