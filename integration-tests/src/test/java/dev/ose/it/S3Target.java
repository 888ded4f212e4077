package dev.ose.it;

import dev.ose.adapter.Secret;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An S3 server and a key pair for it.
 *
 * @param authority PEM file that vouches for the endpoint's certificate; absent for http
 * @param server which kind of server it is
 */
public record S3Target(
        URI endpoint,
        String accessKey,
        Secret secretKey,
        @Nullable Path authority,
        Server server) {

    public static final String REGION = "us-east-1";

    /** The kinds of servers under test, and where they differ on purpose. */
    public enum Server {
        NODE,
        CEPH,
        VERSITYGW;

        /** Whether every legal key can be stored; a server that makes folders of slashes cannot. */
        boolean storesEveryKey() {
            return this != VERSITYGW;
        }
    }

    public boolean isTls() {
        return "https".equals(endpoint.getScheme());
    }

    /** The host and port as the Host header has them. */
    public String host() {
        return endpoint.getAuthority();
    }

    /** The secret for a client that can take it only as a string. */
    public String secretText() {
        return secretKey.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    public S3Target as(String otherAccessKey, Secret otherSecret) {
        return new S3Target(endpoint, otherAccessKey, otherSecret, authority, server);
    }
}
