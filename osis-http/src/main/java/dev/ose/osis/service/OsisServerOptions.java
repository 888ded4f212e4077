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
 * @param user the user name of callers
 * @param secret the user's password
 * @param authModes the accepted ways to authenticate, which {@code getInfo} reports
 * @param signingKey the HMAC key of access tokens, at least 32 bytes; absent means a new one at each start, which
 *     invalidates all tokens
 * @param accessTokenLife lifetime of an access token
 * @param refreshTokenLife lifetime of a refresh token
 * @param platformName display name
 * @param logoUri address of a logo
 * @param directory the file that keeps which organisations and users the platform's tenants and users stand for; back
 *     it up
 */
public record OsisServerOptions(
        InetSocketAddress address,
        @Nullable SSLContext tls,
        String user,
        Secret secret,
        Set<AuthMode> authModes,
        @Nullable Secret signingKey,
        Duration accessTokenLife,
        Duration refreshTokenLife,
        String platformName,
        String logoUri,
        Path directory) {

    private static final int MIN_SIGNING_KEY_BYTES = 32;

    /** A drum, the usual symbol of storage. */
    private static final String LOGO =
            "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'"
                    + "%3E%3Cpath fill='none' stroke='%23456' d='M2 4a6 2 0 0 1 12 0v8a6 2 0 0 1-12 0zm0 0a6 2 0 0 0 12"
                    + " 0'/%3E%3C/svg%3E";

    public OsisServerOptions {
        authModes = Set.copyOf(authModes);
        if (authModes.isEmpty()) {
            throw new IllegalArgumentException("callers must be able to show who they are in some way");
        }
        if (user.isBlank() || user.contains(":") || secret.equals(Secret.of(""))) {
            throw new IllegalArgumentException("the user needs a name without colons, and a secret");
        }
        if (signingKey != null && signingKey.use(bytes -> bytes.length) < MIN_SIGNING_KEY_BYTES) {
            throw new IllegalArgumentException("the signing key needs " + MIN_SIGNING_KEY_BYTES + " bytes");
        }
        if (!accessTokenLife.isPositive() || !refreshTokenLife.isPositive()) {
            throw new IllegalArgumentException("tokens must live for a while");
        }
    }

    /** The defaults: plain HTTP, both ways to authenticate, token lifetimes of the contract's reference server. */
    public static OsisServerOptions of(
            InetSocketAddress address, String user, Secret secret, String platformName, Path directory) {
        return new OsisServerOptions(
                address,
                null,
                user,
                secret,
                Set.of(AuthMode.values()),
                null,
                Duration.ofMinutes(15),
                Duration.ofDays(180),
                platformName,
                LOGO,
                directory);
    }

    /** The same over TLS. */
    public OsisServerOptions withTls(SSLContext certificate) {
        return new OsisServerOptions(
                address,
                certificate,
                user,
                secret,
                authModes,
                signingKey,
                accessTokenLife,
                refreshTokenLife,
                platformName,
                logoUri,
                directory);
    }

    /** The same with only these ways to authenticate. */
    public OsisServerOptions withAuthModes(Set<AuthMode> modes) {
        return new OsisServerOptions(
                address,
                tls,
                user,
                secret,
                modes,
                signingKey,
                accessTokenLife,
                refreshTokenLife,
                platformName,
                logoUri,
                directory);
    }

    /** The same with these token lifetimes and this signing key. */
    public OsisServerOptions withTokens(Secret key, Duration accessLife, Duration refreshLife) {
        return new OsisServerOptions(
                address, tls, user, secret, authModes, key, accessLife, refreshLife, platformName, logoUri, directory);
    }
}
