package dev.ose.keeper.configuration;

import dev.ose.adapter.Secret;
import dev.ose.config.AdminOptions;
import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationException;
import dev.ose.config.S3Options;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Manages the certificates of the node's listeners. */
final class CertificateActions {

    static final String UNUSABLE = "OSE-1321";

    private static final int LINE = 64;

    private final ConfigurationStore store;
    private final OptionActions options;
    private final SelfSigned selfSigned;
    private final Clock clock;

    CertificateActions(ConfigurationStore store, OptionActions options, SelfSigned selfSigned, Clock clock) {
        this.store = store;
        this.options = options;
        this.selfSigned = selfSigned;
        this.clock = clock;
    }

    /** A certificate of a listener; without dates if its file cannot be read. */
    record View(
            String listener,
            String file,
            @Nullable String subject,
            List<String> names,
            @Nullable String issuer,
            @Nullable String notBefore,
            @Nullable String notAfter,
            @Nullable String problem) {}

    List<View> show() {
        Configuration configuration = store.read().check(store.directory());
        List<View> views = new ArrayList<>();
        configuration.find(S3Options.TLS_CERTIFICATE).ifPresent(file -> views.add(view("s3", file)));
        configuration.find(AdminOptions.TLS_CERTIFICATE).ifPresent(file -> views.add(view("admin", file)));
        return views;
    }

    /**
     * Installs the one private key of a PKCS#12 file, with its chain, for both listeners.
     *
     * @throws ConfigurationException if the file does not hold exactly one, the password is wrong, or the certificate
     *     has expired
     */
    OptionActions.Outcome importPkcs12(Secret file, Secret password, boolean dryRun) {
        KeyAndChain read = read(file, password);
        if (clock.instant().isAfter(read.notAfter())) {
            throw unusable("it expired at " + read.notAfter(), "Get a new one; the present certificate stays.");
        }
        return install(read, dryRun);
    }

    OptionActions.Outcome generate(List<String> names, int days, boolean dryRun) {
        return install(selfSigned.make(names, days), dryRun);
    }

    private OptionActions.Outcome install(KeyAndChain made, boolean dryRun) {
        Map<AttachedFile, Secret> files = new EnumMap<>(AttachedFile.class);
        for (AttachedFile file : List.of(AttachedFile.S3_CERTIFICATE, AttachedFile.ADMIN_CERTIFICATE)) {
            files.put(file, made.chain());
        }
        for (AttachedFile file : List.of(AttachedFile.S3_PRIVATE_KEY, AttachedFile.ADMIN_PRIVATE_KEY)) {
            files.put(file, made.key());
        }
        StoredConfiguration before = store.read();
        PropertiesText next = before.options();
        for (AttachedFile file : files.keySet()) {
            next = next.with(
                    file.option().key(),
                    store.directory().resolve(file.fileName()).toString());
        }
        return options.apply(before, before.withOptions(next), files, dryRun);
    }

    /**
     * A private key and its certificates, in PEM form.
     *
     * @param notAfter when the first certificate expires
     */
    record KeyAndChain(Secret key, Secret chain, Instant notAfter) {

        static KeyAndChain of(PrivateKey key, Certificate[] chain) throws CertificateException {
            StringBuilder certificates = new StringBuilder();
            for (Certificate certificate : chain) {
                certificates.append(pem("CERTIFICATE", certificate.getEncoded()));
            }
            return new KeyAndChain(
                    Secret.of(pem("PRIVATE KEY", key.getEncoded())),
                    Secret.of(certificates),
                    ((X509Certificate) chain[0]).getNotAfter().toInstant());
        }

        private static String pem(String kind, byte[] der) {
            String lines = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(der);
            return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
        }
    }

    static KeyAndChain read(Secret file, Secret password) {
        char[] characters = password.use(bytes -> new String(bytes, StandardCharsets.UTF_8).toCharArray());
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(file.<byte[]>use(byte[]::clone)), characters);
            List<String> keys = new ArrayList<>();
            for (String alias : Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias)) {
                    keys.add(alias);
                }
            }
            if (keys.size() != 1) {
                throw unusable(
                        "it has " + keys.size() + " private keys, not one", "Export the one of this service alone.");
            }
            @Nullable Key key = store.getKey(keys.getFirst(), characters);
            Certificate @Nullable [] chain = store.getCertificateChain(keys.getFirst());
            if (!(key instanceof PrivateKey own) || chain == null) {
                throw unusable("its private key has no certificate", "Export both together.");
            }
            return KeyAndChain.of(own, chain);
        } catch (IOException e) {
            throw e.getCause() instanceof UnrecoverableKeyException
                    ? unusable("the password is wrong", "Give the password of the file.")
                    : unusable(
                            "it is not a PKCS#12 file",
                            "Create one: openssl pkcs12 -export -in cert.pem -inkey key.pem");
        } catch (GeneralSecurityException e) {
            throw unusable("it cannot be opened: " + e.getMessage(), "Create it again with openssl pkcs12 -export.");
        } finally {
            Arrays.fill(characters, ' ');
        }
    }

    private static View view(String listener, Path file) {
        try {
            X509Certificate first = certificates(file).getFirst();
            return new View(
                    listener,
                    file.toString(),
                    first.getSubjectX500Principal().getName(),
                    names(first),
                    first.getIssuerX500Principal().getName(),
                    first.getNotBefore().toInstant().toString(),
                    first.getNotAfter().toInstant().toString(),
                    null);
        } catch (IOException | CertificateException e) {
            return new View(listener, file.toString(), null, List.of(), null, null, null, "cannot be read: " + e);
        }
    }

    /** The certificates of a PEM file, at least one. */
    static List<X509Certificate> certificates(Path file) throws IOException, CertificateException {
        Collection<? extends Certificate> read = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)));
        if (read.isEmpty()) {
            throw new CertificateException("no certificate is in it");
        }
        return read.stream().map(X509Certificate.class::cast).toList();
    }

    /** The DNS names and IP addresses that the certificate is valid for. */
    static List<String> names(X509Certificate certificate) throws CertificateException {
        @Nullable Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
        List<String> names = new ArrayList<>();
        if (alternatives != null) {
            for (List<?> alternative : alternatives) {
                if (alternative.get(1) instanceof String name) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    static ConfigurationException unusable(String why, String remedy) {
        return ConfigurationErrors.of(
                UNUSABLE, "The certificate cannot be used: " + why + ".", "the certificate", remedy);
    }
}
