package dev.ose.osis.service;

import dev.ose.adapter.Secret;
import dev.ose.osis.model.AuthMode;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Settings of an {@link OsisServer}.
 *
 * @param address where to listen; port 0 takes any free one
 * @param tls the server's certificate; absent means plain HTTP, for loopback or behind a TLS proxy
 * @param login how callers authenticate
 * @param platformName display name
 * @param logoUri address of a logo
 * @param directory the file that keeps which organisations and users the platform's tenants and users stand for; back
 *     it up
 */
public record OsisServerOptions(
        InetSocketAddress address,
        @Nullable SSLContext tls,
        CallerLogin login,
        TokenOptions tokens,
        String platformName,
        String logoUri,
        Path directory) {

    /** A drum, the usual symbol of storage. */
    private static final String LOGO =
            "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'"
                    + "%3E%3Cpath fill='none' stroke='%23456' d='M2 4a6 2 0 0 1 12 0v8a6 2 0 0 1-12 0zm0 0a6 2 0 0 0 12"
                    + " 0'/%3E%3C/svg%3E";

    /** The defaults: plain HTTP, both ways to authenticate, token lifetimes of the contract's reference server. */
    public static OsisServerOptions of(
            InetSocketAddress address, String user, Secret secret, String platformName, Path directory) {
        return new OsisServerOptions(
                address,
                null,
                new CallerLogin(user, secret, Set.of(AuthMode.values())),
                new TokenOptions(null, Duration.ofMinutes(15), Duration.ofDays(180)),
                platformName,
                LOGO,
                directory);
    }

    /** The same over TLS. */
    public OsisServerOptions withTls(SSLContext certificate) {
        return new OsisServerOptions(address, certificate, login, tokens, platformName, logoUri, directory);
    }

    /** The same with only these ways to authenticate. */
    public OsisServerOptions withAuthModes(Set<AuthMode> modes) {
        CallerLogin narrower = new CallerLogin(login.user(), login.secret(), modes);
        return new OsisServerOptions(address, tls, narrower, tokens, platformName, logoUri, directory);
    }

    /** The same with these token lifetimes and this signing key. */
    public OsisServerOptions withTokens(Secret key, Duration accessLife, Duration refreshLife) {
        TokenOptions others = new TokenOptions(key, accessLife, refreshLife);
        return new OsisServerOptions(address, tls, login, others, platformName, logoUri, directory);
    }
}
