package dev.ose.adapter.http;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import javax.net.ssl.SSLContext;

/** SHA-256 of a certificate, in 64 lower-case hexadecimal digits. */
public final class Fingerprint {

    private Fingerprint() {}

    /** The fingerprint of a certificate. */
    public static String of(X509Certificate certificate) throws CertificateException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (CertificateException e) {
            throw e;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Accepts only servers with the certificate of this fingerprint, whatever its names and expiry date. */
    public static SSLContext onlyTrusted(String fingerprint) {
        return ServerTrust.context((chain, type) -> {
            String shown = of(chain[0]);
            if (!shown.equals(fingerprint)) {
                throw new OtherCertificateException(shown);
            }
        });
    }

    /** The server showed another certificate than the trusted one. */
    public static final class OtherCertificateException extends CertificateException {

        private static final long serialVersionUID = 1L;

        private final String shown;

        OtherCertificateException(String shown) {
            super("the server shows another certificate, with the fingerprint " + shown);
            this.shown = shown;
        }

        /** The fingerprint of the certificate shown. */
        public String shown() {
            return shown;
        }
    }
}
