package dev.ose.cli;

import dev.ose.config.AdminOptions;
import dev.ose.config.S3Options;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ose endpoint}: the address that S3 clients use. */
final class EndpointCommands {

    private static final String PREFIX = "s3.";
    private static final int HTTPS = 443;
    private static final int HTTP = 80;

    private EndpointCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "endpoint",
                "The address that S3 clients use.",
                new Set(terminal),
                OptionCommands.show(terminal, "Show the settings of the S3 listener.", true, "oss.s3."),
                new Unset(terminal));
    }

    @Command(
            name = "set",
            description = {
                "Set the address at which S3 clients reach this service.",
                "Sets the domain, the port and, unless the address is local to this host, the address to listen on."
            })
    private static final class Set extends ConfigChangeCommand {

        @Option(names = "--url", required = true, paramLabel = "URL", description = "Such as https://s3.example.com.")
        private String url = "";

        @Option(
                names = "--load-balancer",
                description = "It is the address of a load balancer: the node keeps its own ports.")
        private boolean isOfLoadBalancer;

        @Option(
                names = "--management",
                description = "Management is at this address, too: sets server.host-names and oss.s3.management.")
        private boolean isOfManagement;

        @Option(names = "--region", paramLabel = "REGION", description = "Region that clients sign for.")
        private @Nullable String region;

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            URI address = address(url);
            String host = address.getHost().toLowerCase(Locale.ROOT);
            Map<String, String> set = new TreeMap<>();
            set.put(S3Options.DOMAINS.key(), host.startsWith(PREFIX) ? host.substring(PREFIX.length()) : host);
            boolean secure = address.getScheme().equals("https");
            int port = address.getPort() >= 0 ? address.getPort() : secure ? HTTPS : HTTP;
            set.put(S3Options.PUBLIC_URL.key(), address.getScheme() + "://" + address.getRawAuthority());
            if (!isOfLoadBalancer) {
                set.put((secure ? S3Options.TLS_PORT : S3Options.PORT).key(), Integer.toString(port));
            }
            if (!host.equals("localhost")) {
                set.put(S3Options.ADDRESS.key(), "0.0.0.0");
            }
            if (isOfManagement) {
                set.put(S3Options.MANAGEMENT.key(), "true");
                set.put(AdminOptions.HOST_NAMES.key(), host);
            }
            if (region != null) {
                set.put(S3Options.REGION.key(), region);
            }
            return set(set);
        }

        private static URI address(String text) {
            try {
                URI uri = new URI(text);
                boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
                if (web
                        && uri.getHost() != null
                        && (uri.getRawPath().isEmpty() || uri.getRawPath().equals("/"))) {
                    return uri;
                }
            } catch (URISyntaxException e) {
                // Reported below.
            }
            throw CommandFailure.incomplete(
                    "'" + text + "' is no address of an S3 service.", "Give an http or https URL without a path.");
        }
    }

    @Command(name = "unset", description = "Restore the defaults: S3 without TLS, on this host only.")
    private static final class Unset extends ConfigChangeCommand {

        Unset(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return unset(List.of(
                    S3Options.PUBLIC_URL.key(),
                    S3Options.MANAGEMENT.key(),
                    S3Options.DOMAINS.key(),
                    S3Options.PORT.key(),
                    S3Options.TLS_PORT.key(),
                    S3Options.ADDRESS.key(),
                    S3Options.REGION.key()));
        }
    }
}
