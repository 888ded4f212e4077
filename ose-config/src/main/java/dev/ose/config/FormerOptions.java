package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.util.List;

/**
 * Options of VMware's Object Storage Extension without a counterpart here: accepted, so that scripts and files of that
 * product continue to work, but without an effect; setting one logs a warning.
 */
public final class FormerOptions {

    private static final long MAX_BYTES = 5L << 40;

    public static final Option<Boolean> PATH_STYLE = Option.optional(
            "s3.client.path.style.access",
            OptionTypes.flag(),
            "Accepted from older configurations and without effect: clients may use path style and virtual-hosted"
                    + " requests at any time, and requests to platforms are always path style.");

    public static final Option<Boolean> TENANT_ENCRYPTION = Option.optional(
            "oss.tenant.sse.enabled",
            OptionTypes.flag(),
            "Accepted from older configurations with the value false; true is refused, because this version does not"
                    + " encrypt all objects of a tenant.");

    public static final Option<Long> COPY_THRESHOLD = ofCopies("s3.client.copy.multipart.threshold");

    public static final Option<Long> COPY_PART = ofCopies("s3.client.copy.multipart.mini-part-size");

    private FormerOptions() {}

    private static Option<Long> ofCopies(String key) {
        return Option.optional(
                key,
                OptionTypes.bytes(0, MAX_BYTES),
                "Accepted from older configurations and without effect: a copy is one request to the platform, which"
                        + " takes up to 5 GiB.");
    }

    static List<Option<?>> all() {
        return List.of(PATH_STYLE, TENANT_ENCRYPTION, COPY_THRESHOLD, COPY_PART);
    }
}
