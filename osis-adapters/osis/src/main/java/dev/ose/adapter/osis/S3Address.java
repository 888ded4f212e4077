package dev.ose.adapter.osis;

import java.net.URI;
import java.net.URISyntaxException;

/** Parses addresses of S3 services, with or without a trailing slash. */
final class S3Address {

    private S3Address() {}

    /** Scheme, host and port. */
    static URI parse(String text) throws URISyntaxException {
        URI uri = new URI(text.strip());
        boolean isWeb = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        String path = uri.getRawPath();
        if (!isWeb || uri.getHost() == null || uri.getRawQuery() != null || (path != null && path.length() > 1)) {
            throw new URISyntaxException("", "is no address of an S3 service");
        }
        return new URI(uri.getScheme(), null, uri.getHost(), uri.getPort(), null, null, null);
    }
}
