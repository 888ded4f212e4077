package dev.ose.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import java.util.function.UnaryOperator;
import javax.crypto.spec.PBEParameterSpec;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A self-signed certificate for {@code localhost}, whose subject is {@code CN=name}. */
public final class TestCertificate {

    private static final char[] STORE_KEY = "changeit".toCharArray();
    private static final int SALT_BYTES = 16;
    private static final Duration VALIDITY = Duration.ofDays(30);

    private final KeyStore store;

    private TestCertificate(KeyStore store) {
        this.store = store;
    }

    /** Valid for 30 days from an hour ago. */
    public static TestCertificate make(String name) {
        return make(name, Instant.now().minus(Duration.ofHours(1)));
    }

    /** A certificate that expired in January 2020. */
    public static TestCertificate makeExpired(String name) {
        return make(name, Instant.parse("2020-01-01T00:00:00Z"));
    }

    private static TestCertificate make(String name, Instant from) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair keys = generator.generateKeyPair();
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setEntry(
                    "server",
                    new KeyStore.PrivateKeyEntry(keys.getPrivate(), new X509Certificate[] {certify(name, keys, from)}),
                    protection());
            return new TestCertificate(store);
        } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
            throw new IllegalStateException("cannot make a certificate", e);
        }
    }

    /** With one iteration: the 10,000 by default take 0.1 s here, and again for each context. The password is known. */
    private static KeyStore.PasswordProtection protection() {
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return new KeyStore.PasswordProtection(STORE_KEY, "PBEWithHmacSHA256AndAES_256", new PBEParameterSpec(salt, 1));
    }

    private static X509Certificate certify(String name, KeyPair keys, Instant from)
            throws GeneralSecurityException, IOException, OperatorCreationException {
        X500Name subject = new X500Name("CN=" + name);
        GeneralName[] names = {
            new GeneralName(GeneralName.dNSName, "localhost"), new GeneralName(GeneralName.iPAddress, "127.0.0.1")
        };
        X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                        subject,
                        BigInteger.valueOf(from.toEpochMilli()),
                        Date.from(from),
                        Date.from(from.plus(VALIDITY)),
                        subject,
                        keys.getPublic())
                // Clients that use OpenSSL trust no self-signed certificate that is not an authority.
                .addExtension(Extension.basicConstraints, false, new BasicConstraints(true))
                .addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
    }

    /** Writes key and certificate as a PKCS#12 file with the password {@code changeit}. */
    public Path store(Path file) throws IOException, GeneralSecurityException {
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, STORE_KEY);
        }
        return file;
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
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {wrapper.apply(keys())}, null, null);
        return context;
    }

    /** The private key and the certificate. */
    public X509ExtendedKeyManager keys() throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, STORE_KEY);
        return (X509ExtendedKeyManager) keys.getKeyManagers()[0];
    }

    /** The context of a client that trusts this certificate alone. */
    public SSLContext client() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {trust()}, null);
        return context;
    }

    /** Trusts this certificate alone. */
    public X509ExtendedTrustManager trust() throws GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        try {
            trusted.load(null, null);
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
        trusted.setCertificateEntry("server", store.getCertificate("server"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        return (X509ExtendedTrustManager) trust.getTrustManagers()[0];
    }
}
