package dev.ose.adapter.http;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Verifies servers by one rule that sees only the server's certificates. An extended trust manager, because the JDK
 * adds its own check of the host name to any other.
 */
public final class ServerTrust extends X509ExtendedTrustManager {

    private final Rule rule;

    private ServerTrust(Rule rule) {
        this.rule = rule;
    }

    /** Decides whether a server is trusted. */
    @FunctionalInterface
    public interface Rule {

        /**
         * Called in each handshake.
         *
         * @param chain the server's own certificate first
         * @throws CertificateException if it is not trusted
         */
        void judge(X509Certificate[] chain, String keyType) throws CertificateException;
    }

    /** An SSL context that applies this rule. */
    public static SSLContext context(Rule rule) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new ServerTrust(rule)}, new SecureRandom());
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        rule.judge(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        rule.judge(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        rule.judge(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw noClients();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw noClients();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        throw noClients();
    }

    private static CertificateException noClients() {
        return new CertificateException("only servers are judged here");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
