package dev.ose.server.admin.s3;

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

    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    /** The address as a URL without a slash at its end. */
    String url() {
        return address.get().getScheme() + "://" + host();
    }

    /** The host as clients send and sign it: in lower case, without the default port of the scheme. */
    String host() {
        URI url = address.get();
        int standard = url.getScheme().equals("https") ? HTTPS : HTTP;
        String name = url.getHost().toLowerCase(Locale.ROOT);
        return url.getPort() < 0 || url.getPort() == standard ? name : name + ':' + url.getPort();
    }
}
