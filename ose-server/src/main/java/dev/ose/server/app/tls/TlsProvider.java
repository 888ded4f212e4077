package dev.ose.server.app.tls;

import dev.ose.config.Configuration;
import dev.ose.config.NodeOptions;
import dev.ose.config.NodeOptions.TlsLibrary;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Locale;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;

/**
 * Makes the TLS contexts of listeners and of connections to platforms, by the library that is configured. Thread-safe.
 */
public final class TlsProvider {

    /** The machine that the native library is shipped for. */
    private static final boolean IS_SHIPPED = System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64");

    private final TlsLibrary wanted;

    public TlsProvider(TlsLibrary wanted) {
        this.wanted = wanted;
    }

    /**
     * The provider of the options. Loads nothing.
     *
     * @see NodeOptions#TLS_LIBRARY
     */
    public static TlsProvider of(Configuration configuration) {
        return new TlsProvider(configuration.get(NodeOptions.TLS_LIBRARY));
    }

    /**
     * A context for a listener with the keys of a bundle.
     *
     * @throws StartException if the keys cannot be used, or the library is demanded and does not run here
     */
    public SSLContext server(SslBundle bundle) {
        return server(Arrays.stream(bundle.getManagers().getKeyManagers())
                .filter(X509ExtendedKeyManager.class::isInstance)
                .map(X509ExtendedKeyManager.class::cast)
                .findFirst()
                .orElseThrow(() -> unusable(null)));
    }

    /** As above, with keys of a manager. */
    public SSLContext server(X509ExtendedKeyManager keys) {
        try {
            return isNative() ? BoringSslContext.server(keys) : java(new KeyManager[] {keys}, null);
        } catch (SSLException e) {
            throw unusable(e);
        }
    }

    /**
     * A context for connections to servers that this manager trusts. The library is loaded at the first connection.
     *
     * @throws StartException if the library is demanded and does not run here
     */
    public SSLContext client(X509ExtendedTrustManager trust) {
        if (wanted == TlsLibrary.BORINGSSL) {
            requireNative();
        }
        return new LazyContext(() -> {
            try {
                return isNative() ? BoringSslContext.client(trust) : java(null, new TrustManager[] {trust});
            } catch (SSLException e) {
                throw new IllegalStateException("BoringSSL does not take a trust manager", e);
            }
        });
    }

    /** What is used, for operators; why Java's own is used if it was not wanted. Loads the library. */
    public Choice choice() {
        if (wanted == TlsLibrary.JAVA) {
            return new Choice("Java " + Runtime.version().feature(), "");
        }
        String problem = problem();
        return problem.isEmpty()
                ? new Choice(BoringSslContext.version(), "")
                : new Choice("Java " + Runtime.version().feature(), problem);
    }

    /**
     * A library.
     *
     * @param library its name and version
     * @param problem why it is not BoringSSL though that may be used; empty if there is none
     */
    public record Choice(String library, String problem) {}

    private boolean isNative() {
        if (wanted == TlsLibrary.BORINGSSL) {
            requireNative();
        }
        return wanted != TlsLibrary.JAVA && problem().isEmpty();
    }

    private static void requireNative() {
        String problem = problem();
        if (!problem.isEmpty()) {
            throw new StartException(
                    Code.TLS_LIBRARY,
                    "BoringSSL does not run here: " + problem + ". Set " + NodeOptions.TLS_LIBRARY.key() + " to "
                            + TlsLibrary.AUTO.name().toLowerCase(Locale.ROOT) + " to use Java's TLS instead.");
        }
    }

    private static String problem() {
        return IS_SHIPPED ? BoringSslContext.unavailability() : "it is shipped for Linux on amd64 only";
    }

    private static SSLContext java(KeyManager @Nullable [] keys, TrustManager @Nullable [] trust) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trust, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    private static StartException unusable(@Nullable Exception cause) {
        return new StartException(
                Code.CERTIFICATE,
                "A listener's certificate or private key cannot be used. Run ose doctor, which names it.",
                cause);
    }
}
