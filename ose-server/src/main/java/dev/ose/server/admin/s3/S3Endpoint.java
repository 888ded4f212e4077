package dev.ose.server.admin.s3;

import java.net.URI;
import java.util.function.Supplier;

/**
 * Where clients reach S3, in path style at the root.
 *
 * @param address without a path; may be unknown until the S3 listener is open
 * @param region the region that they sign for
 */
public record S3Endpoint(Supplier<URI> address, String region) {

    /** The address as a URL without a slash at its end. */
    String url() {
        return address.get().getScheme() + "://" + host();
    }

    /** The host as in the Host header. */
    String host() {
        return address.get().getRawAuthority();
    }
}
