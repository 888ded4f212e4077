package dev.ose.server.app.options;

import dev.ose.config.AdminOptions;
import dev.ose.config.Configuration;
import dev.ose.config.DirectorOptions;
import dev.ose.config.S3Options;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The origins of the pages that are the provider's own: of the portal, and of Cloud Director. */
public final class PortalOrigins {

    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    private static final List<String> LOCAL = List.of("localhost", "127.0.0.1", "[::1]");

    private PortalOrigins() {}

    /**
     * The origins, in the form of the Origin header: the configured address of the management API or, without one, the
     * addresses at which it answers.
     *
     * @param adminPort the bound port of the admin listener
     */
    public static Set<String> of(Configuration configuration, int adminPort) {
        Set<String> origins = new LinkedHashSet<>(DirectorOptions.allowedOrigins(configuration));
        AdminOptions.publicOrigin(configuration)
                .ifPresentOrElse(origins::add, () -> origins.addAll(ofListeners(configuration, adminPort)));
        return origins;
    }

    private static List<String> ofListeners(Configuration configuration, int adminPort) {
        boolean isSecured = configuration.find(AdminOptions.TLS_CERTIFICATE).isPresent();
        Stream<String> own = names(configuration).map(name -> origin(isSecured, name, adminPort));
        Optional<Integer> tls = configuration.find(S3Options.TLS_PORT);
        int port = tls.orElseGet(() -> configuration.get(S3Options.PORT));
        // Of a listener on any free port no origin is known before it opens, and none has port 0.
        if (!configuration.get(S3Options.MANAGEMENT) || port == 0) {
            return own.toList();
        }
        return Stream.concat(own, names(configuration).map(name -> origin(tls.isPresent(), name, port)))
                .toList();
    }

    private static Stream<String> names(Configuration configuration) {
        return Stream.concat(LOCAL.stream(), configuration.find(AdminOptions.HOST_NAMES).orElse(List.of()).stream());
    }

    /** Browsers leave the usual port out. */
    private static String origin(boolean isSecured, String name, int port) {
        String scheme = isSecured ? "https" : "http";
        return port == (isSecured ? HTTPS : HTTP) ? scheme + "://" + name : scheme + "://" + name + ':' + port;
    }
}
