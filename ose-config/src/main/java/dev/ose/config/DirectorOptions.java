package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The link to VMware Cloud Director, the pages that may call the admin API, and the access tokens that it takes. */
public final class DirectorOptions {

    public static final Option<URI> URL = Option.optional(
            "oss.director.url",
            ValueTypes.httpsUrl(),
            "Address of VMware Cloud Director, whose pages may call the admin API.");

    public static final Option<String> USER = Option.optional(
            "oss.director.user",
            OptionTypes.matching("1 to 128 characters without colons and blanks", "[^:\\s]{1,128}"),
            "Administrator of Cloud Director to log in as, such as administrator@system.");

    public static final Option<Path> SECRET_FILE = Option.optional(
            "oss.director.secret-file",
            OptionTypes.path(),
            "File whose first line is the secret of that administrator; readable by its owner only.");

    public static final Option<String> FINGERPRINT = Option.optional(
            "oss.director.certificate-fingerprint",
            ValueTypes.fingerprint(),
            "SHA-256 of the only certificate that is accepted from Cloud Director; absent means one that Java"
                    + " trusts.");

    public static final Option<List<String>> ORIGINS = Option.optional(
            "oss.director.origins",
            ValueTypes.origins(),
            "Further origins whose pages may call the admin API, such as other names of Cloud Director.");

    public static final Option<DirectorActivation> ACTIVATION = Option.withDefault(
            "oss.director.activate",
            ValueTypes.choice(DirectorActivation.class),
            "manual",
            "Whether an organisation of Cloud Director becomes a tenant by the first request of one of its users"
                    + " (auto), or when an administrator links it to one.");

    public static final Option<Duration> TOKEN_CACHE = Option.withDefault(
            "oss.director.token-check.cache",
            OptionTypes.time(Duration.ofSeconds(1), Duration.ofMinutes(15)),
            "60s",
            "How long an access token that Cloud Director accepted is accepted without asking again; a user who is"
                    + " disabled there is stopped after that.");

    public static final Option<Duration> TIMEOUT = Option.withDefault(
            "oss.director.timeout",
            OptionTypes.time(Duration.ofMillis(100), Duration.ofSeconds(30)),
            "2s",
            "How long Cloud Director may take to answer a request about an access token; it is asked twice.");

    public static final Option<Boolean> LEGACY_TOKEN = Option.withDefault(
            "oss.director.legacy-token",
            OptionTypes.flag(),
            "false",
            "Whether tokens of Cloud Director's older API are accepted in x-vcloud-authorization, for scripts that send"
                    + " them.");

    public static final Option<String> PROVIDER_ORGANISATION = Option.withDefault(
            "oss.director.provider-organisation",
            OptionTypes.matching("1 to 128 characters, no control characters", "[^\\p{Cntrl}]{1,128}"),
            "System",
            "Name of the only organisation of Cloud Director whose users may be administrators of the provider.");

    private DirectorOptions() {}

    static List<Option<?>> all() {
        return List.of(
                URL,
                USER,
                SECRET_FILE,
                FINGERPRINT,
                ORIGINS,
                ACTIVATION,
                TOKEN_CACHE,
                TIMEOUT,
                LEGACY_TOKEN,
                PROVIDER_ORGANISATION);
    }

    /** The name that a user logs in with: with its organisation, that of the provider if none is given. */
    public static String login(String user) {
        return user.contains("@") ? user : user + "@system";
    }

    /** Every origin whose pages may call the admin API, in the form of the Origin header. */
    public static Set<String> allowedOrigins(Configuration configuration) {
        Set<String> origins = new LinkedHashSet<>();
        configuration.find(URL).map(ValueTypes::origin).ifPresent(origins::add);
        configuration.find(ORIGINS).ifPresent(origins::addAll);
        return origins;
    }
}
