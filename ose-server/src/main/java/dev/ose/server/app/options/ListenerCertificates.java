package dev.ose.server.app.options;

import dev.ose.config.AdminOptions;
import dev.ose.config.Configuration;
import dev.ose.config.S3Options;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/** When the certificates of the listeners end, also after they were replaced. Thread-safe; never blocks. */
public final class ListenerCertificates {

    private final Map<String, Instant> ends = new ConcurrentHashMap<>();

    private ListenerCertificates() {}

    /** Reads the certificates now and whenever they change. */
    public static ListenerCertificates follow(Configuration configuration, SslBundles bundles) {
        ListenerCertificates certificates = new ListenerCertificates();
        if (configuration.find(AdminOptions.TLS_CERTIFICATE).isPresent()) {
            certificates.follow(bundles, SpringProperties.ADMIN_BUNDLE);
        }
        if (configuration.find(S3Options.TLS_PORT).isPresent()) {
            certificates.follow(bundles, SpringProperties.S3_BUNDLE);
        }
        return certificates;
    }

    private void follow(SslBundles bundles, String name) {
        note(name, bundles.getBundle(name));
        bundles.addBundleUpdateHandler(name, changed -> note(name, changed));
    }

    private void note(String name, SslBundle bundle) {
        @Nullable KeyStore store = bundle.getStores().getKeyStore();
        if (store == null) {
            return;
        }
        try {
            List<Instant> found = new ArrayList<>();
            for (String alias : Collections.list(store.aliases())) {
                Certificate @Nullable [] chain = store.getCertificateChain(alias);
                if (chain != null && chain.length > 0 && chain[0] instanceof X509Certificate first) {
                    found.add(first.getNotAfter().toInstant());
                }
            }
            found.stream().min(Instant::compareTo).ifPresent(end -> ends.put(name, end));
        } catch (KeyStoreException e) {
            throw new IllegalStateException("a bundle's key store is loaded", e);
        }
    }

    /** When the first of them ends; null if no listener has TLS. */
    public @Nullable Instant end() {
        return ends.values().stream().min(Instant::compareTo).orElse(null);
    }
}
