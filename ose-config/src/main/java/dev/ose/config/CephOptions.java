package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The Ceph object gateway that keeps the bytes where {@link PlatformOptions#KIND} says so. */
public final class CephOptions {

    public static final Option<URI> ADMIN_ENDPOINT = Option.optional(
            "oss.ceph.admin-endpoint",
            OptionTypes.httpUrl(),
            "Where the gateway's admin ops API answers, without the path /admin.");

    public static final Option<URI> S3_ENDPOINT = Option.optional(
            "oss.ceph.s3-endpoint",
            OptionTypes.httpUrl(),
            "Where the gateway's S3 service answers; absent means the admin endpoint.");

    public static final Option<String> REGION = Option.withDefault(
            "oss.ceph.region",
            OptionTypes.region(),
            "default",
            "Region that requests to the gateway are signed for, which is the api_name of its zone group.");

    public static final Option<String> ACCESS_KEY = Option.optional(
            "oss.ceph.access-key",
            OptionTypes.matching("1 to 128 letters, digits, underscores and hyphens", "[A-Za-z0-9_-]{1,128}"),
            "Access key of the gateway's user that administers it, who needs the capabilities users=*, buckets=read and"
                    + " metadata=read.");

    public static final Option<Path> SECRET_KEY_FILE = Option.optional(
            "oss.ceph.secret-key-file",
            OptionTypes.path(),
            "File whose first line is the secret key of that user; readable by its owner only.");

    public static final Option<Duration> ADMIN_TIMEOUT = Option.withDefault(
            "oss.ceph.admin-timeout",
            OptionTypes.time(Duration.ofMillis(100), Duration.ofMinutes(10)),
            "30s",
            "How long an administrative request to the gateway may take.");

    private CephOptions() {}

    static List<Option<?>> all() {
        return List.of(ADMIN_ENDPOINT, S3_ENDPOINT, REGION, ACCESS_KEY, SECRET_KEY_FILE, ADMIN_TIMEOUT);
    }
}
