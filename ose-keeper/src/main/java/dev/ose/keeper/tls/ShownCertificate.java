package dev.ose.keeper.tls;

import dev.ose.adapter.http.Fingerprint;
import dev.ose.adapter.http.ServerTrust;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * The certificate that a server shows, for an operator to verify.
 *
 * @param fingerprint its SHA-256, in lower-case hexadecimal digits
 * @param notAfter when it expires, in UTC
 * @param objection why Java does not trust it for this address; absent if Java does
 */
public record ShownCertificate(
        String fingerprint,
        String subject,
        String issuer,
        String notAfter,
        @Nullable String objection) {

    private static final int HTTPS = 443;

    /**
     * Connects twice, once for the certificate and once for Java's verdict, and blocks for at most twice the time
     * limit.
     *
     * @param site with the scheme https
     * @throws IOException if there is no response, or none in TLS
     */
    public static ShownCertificate ask(URI site, Duration patience) throws IOException {
        X509Certificate shown = handshake(ServerTrust.context((chain, type) -> {}), site, patience);
        try {
            return new ShownCertificate(
                    Fingerprint.of(shown),
                    shown.getSubjectX500Principal().getName(),
                    shown.getIssuerX500Principal().getName(),
                    shown.getNotAfter().toInstant().toString(),
                    objection(site, patience));
        } catch (CertificateException e) {
            throw new SSLException("the certificate cannot be read", e);
        }
    }

    private static @Nullable String objection(URI site, Duration patience) throws IOException {
        try {
            handshake(SSLContext.getDefault(), site, patience);
            return null;
        } catch (SSLException e) {
            return String.valueOf(e.getMessage());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    private static X509Certificate handshake(SSLContext context, URI site, Duration patience) throws IOException {
        int port = site.getPort() < 0 ? HTTPS : site.getPort();
        int millis = Math.toIntExact(patience.toMillis());
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(site.getHost(), port), millis);
            plain.setSoTimeout(millis);
            try (SSLSocket socket =
                    (SSLSocket) context.getSocketFactory().createSocket(plain, site.getHost(), port, true)) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.startHandshake();
                return (X509Certificate) socket.getSession().getPeerCertificates()[0];
            }
        }
    }
}
