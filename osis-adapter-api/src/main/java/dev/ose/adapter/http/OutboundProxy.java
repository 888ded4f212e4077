package dev.ose.adapter.http;

import dev.ose.adapter.Secret;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP proxy that connections to other hosts are made through, by {@code CONNECT}.
 *
 * @param host name or address
 * @param login absent means that none is shown
 */
public record OutboundProxy(String host, int port, @Nullable Login login) {

    private static final int LAST_PORT = 65_535;

    /** The credentials for the proxy, by the scheme Basic of RFC 7617. */
    public record Login(String user, Secret secret) {

        /** Throws {@link IllegalArgumentException} for a user that the scheme does not have. */
        public Login {
            boolean isUsable = user.chars().noneMatch(c -> c < ' ' || c == 0x7f || c == ':');
            if (!isUsable) {
                throw new IllegalArgumentException("a proxy's user has neither colons nor control characters");
            }
        }
    }

    public OutboundProxy {
        if (host.isBlank() || port < 1 || port > LAST_PORT) {
            throw new IllegalArgumentException("a proxy has a host and a port");
        }
    }

    /** Host and port, for messages. */
    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : '[' + host + ']') + ':' + port;
    }
}
