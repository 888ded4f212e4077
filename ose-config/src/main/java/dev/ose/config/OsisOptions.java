package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The OSIS service of the platform that keeps the bytes where {@link PlatformOptions#KIND} says so. */
public final class OsisOptions {

    public static final Option<URI> ENDPOINT = Option.optional(
            "oss.osis.endpoint",
            OptionTypes.httpUrlWithPath(),
            "Where the OSIS service answers, without the /api that its paths begin with.");

    public static final Option<String> USER = Option.optional(
            "oss.osis.user",
            OptionTypes.matching("1 to 128 characters without colons and spaces", "[^:\\s]{1,128}"),
            "User of the OSIS service that administers the platform.");

    public static final Option<Path> SECRET_FILE = Option.optional(
            "oss.osis.secret-file",
            OptionTypes.path(),
            "File whose first line is the secret of that user; readable by its owner only.");

    public static final Option<Path> TOKEN_FILE = Option.optional(
            "oss.osis.token-file",
            OptionTypes.path(),
            "File whose first line is a token to show instead of a user and a secret; readable by its owner only.");

    public static final Option<URI> S3_ENDPOINT = Option.optional(
            "oss.osis.s3-endpoint",
            OptionTypes.httpUrl(),
            "Where the platform's S3 service answers; absent means where the OSIS service says.");

    public static final Option<String> REGION = Option.optional(
            "oss.osis.region",
            OptionTypes.region(),
            "Region that requests to the platform are signed for; absent means the first one that the OSIS service tells.");

    public static final Option<Duration> TIMEOUT = Option.withDefault(
            "oss.osis.timeout",
            OptionTypes.time(Duration.ofMillis(100), Duration.ofMinutes(10)),
            "30s",
            "How long a request to the OSIS service may take.");

    private OsisOptions() {}

    static List<Option<?>> all() {
        return List.of(ENDPOINT, USER, SECRET_FILE, TOKEN_FILE, S3_ENDPOINT, REGION, TIMEOUT);
    }
}
