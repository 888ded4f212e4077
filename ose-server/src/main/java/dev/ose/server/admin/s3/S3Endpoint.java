package dev.ose.server.admin.s3;

import dev.ose.s3.sigv4.HostHeader;
import java.net.URI;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Where clients reach S3, in path style at the root.
 *
 * @param address without a path; may be unknown until the S3 listener is open
 * @param region the region that they sign for
 */
public record S3Endpoint(Supplier<URI> address, String region) {

    /** The address as a URL without a slash at its end. */
    public String url() {
        return address.get().getScheme() + "://" + host();
    }

    /** The host as clients send and sign it: in lower case, without the default port of the scheme. */
    String host() {
        return HostHeader.of(address.get()).toLowerCase(Locale.ROOT);
    }
}
