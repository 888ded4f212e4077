package dev.ose.testkit;

import dev.ose.adapter.Secret;
import java.net.URI;
import java.nio.file.Path;

/**
 * A running Ceph object gateway.
 *
 * @param endpoint of S3 and of the admin ops API
 * @param tlsEndpoint the same over TLS
 * @param certificate PEM file of its TLS certificate
 * @param accessKey of the gateway's administrator
 * @param secretKey of the gateway's administrator
 */
public record Gateway(URI endpoint, URI tlsEndpoint, Path certificate, String accessKey, Secret secretKey) {

    /** Region that signatures are scoped to. */
    public static final String REGION = "default";
}
