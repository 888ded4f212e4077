package dev.ose.server.app.check;

import dev.ose.control.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.pem.PemContent;

/** Checks that clients will accept a listener's certificate, and that its private key belongs to it. */
final class CertificateCheck {

    private static final Duration SOON = Duration.ofDays(30);
    private static final byte[] ANYTHING = new byte[32];
    private static final String IMPORT = "ose cert import takes both from one PKCS#12 file.";

    private final String name;
    private final List<String> hosts;
    private final Clock clock;

    /** @param hosts host names that clients may use for the listener */
    CertificateCheck(String name, List<String> hosts, Clock clock) {
        this.name = name;
        this.hosts = hosts;
        this.clock = clock;
    }

    /** Checks two PEM files. Blocks on the disk. */
    Finding look(Path certificate, @Nullable Path key) {
        try {
            X509Certificate first = read(certificate);
            Finding found = judge(first);
            return found.connectivity() == Finding.Verdict.Failed || key == null ? found : withKey(found, first, key);
        } catch (IOException | CertificateException e) {
            return Finding.failed(
                    name,
                    certificate + " cannot be read: " + e.getMessage(),
                    "Check path, permissions, and that it is a PEM file; or ose cert import.");
        }
    }

    private static X509Certificate read(Path file) throws IOException, CertificateException {
        try (var pem = Files.newInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(pem);
        }
    }

    private Finding judge(X509Certificate certificate) throws CertificateException {
        Instant now = clock.instant();
        Instant end = certificate.getNotAfter().toInstant();
        if (now.isAfter(end) || now.isBefore(certificate.getNotBefore().toInstant())) {
            return Finding.failed(
                    name,
                    "good from " + certificate.getNotBefore().toInstant() + " to " + end + ", and it is " + now,
                    "Get a new one and ose cert import it; a running node takes it within seconds.");
        }
        List<String> names = names(certificate);
        List<String> missing = hosts.stream()
                .filter(host -> names.stream().noneMatch(it -> covers(it, host)))
                .toList();
        if (!missing.isEmpty()) {
            return Finding.warning(
                    name,
                    "not for " + String.join(", ", missing) + "; it is for " + String.join(", ", names),
                    "Get one that names them, if clients use them: without the wild card only path style works.");
        }
        return Duration.between(now, end).compareTo(SOON) < 0
                ? Finding.warning(name, "ends " + end, "Renew it and ose cert import it before that day.")
                : Finding.valid(name, "for " + String.join(", ", names) + ", until " + end);
    }

    private static boolean covers(String name, String host) {
        String pattern = name.toLowerCase(Locale.ROOT);
        int dot = host.indexOf('.');
        if (pattern.startsWith("*.") && dot > 0) {
            return pattern.equals(host) || pattern.substring(1).equals(host.substring(dot));
        }
        return pattern.equals(host);
    }

    private static List<String> names(X509Certificate certificate) throws CertificateException {
        @Nullable Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
        List<String> names = new ArrayList<>();
        if (alternatives != null) {
            alternatives.forEach(alternative -> names.add(String.valueOf(alternative.get(1))));
        }
        return names;
    }

    private Finding withKey(Finding found, X509Certificate certificate, Path file) {
        try {
            @Nullable PrivateKey key = PemContent.load(file).getPrivateKey();
            if (key == null) {
                return Finding.failed(name, file + " holds no private key", IMPORT);
            }
            return belongs(key, certificate)
                    ? found
                    : Finding.failed(name, "the private key in " + file + " belongs to another certificate", IMPORT);
        } catch (IOException | IllegalStateException | GeneralSecurityException e) {
            // Without the reader's message, which may quote the file.
            return Finding.failed(name, "the private key in " + file + " cannot be read", IMPORT);
        }
    }

    /** Whether the certificate verifies a signature of the key. */
    private static boolean belongs(PrivateKey key, X509Certificate certificate) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(
                switch (key.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> key.getAlgorithm();
                });
        signature.initSign(key);
        signature.update(ANYTHING);
        byte[] made = signature.sign();
        try {
            signature.initVerify(certificate.getPublicKey());
        } catch (InvalidKeyException e) {
            return false;
        }
        signature.update(ANYTHING);
        return signature.verify(made);
    }
}
