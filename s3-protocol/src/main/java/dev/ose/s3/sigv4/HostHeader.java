package dev.ose.s3.sigv4;

import java.net.URI;

/**
 * The value of {@code Host} that clients send to an address, and so sign.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#field.host">RFC 9110</a>
 */
public final class HostHeader {

    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private HostHeader() {}

    /** The host of an http or https address as it is written there and, if it is not the scheme's default, the port. */
    public static String of(URI address) {
        int port = address.getPort();
        boolean isDefault = port < 0 || port == (address.getScheme().equals("https") ? HTTPS : HTTP);
        return isDefault ? address.getHost() : address.getHost() + ':' + port;
    }
}
