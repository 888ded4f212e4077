package dev.ose.server.admin.session;

import java.net.URI;
import java.util.Optional;

/**
 * Where browsers reach the admin API.
 *
 * @param configured empty if it is what each request names, which is wrong behind a proxy that ends TLS
 */
public record PublicOrigin(Optional<URI> configured) {}
