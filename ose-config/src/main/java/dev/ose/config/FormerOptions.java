package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.util.List;

/**
 * Options of VMware's Object Storage Extension without a counterpart here: accepted, so that scripts and files of that
 * product continue to work, but without an effect; setting one logs a warning.
 */
public final class FormerOptions {

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

    private FormerOptions() {}

    static List<Option<?>> all() {
        return List.of(PATH_STYLE, TENANT_ENCRYPTION);
    }
}
