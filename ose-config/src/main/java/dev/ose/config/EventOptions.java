package dev.ose.config;

import java.util.List;

/** Telling changes of objects to webhooks. */
public final class EventOptions {

    public static final Option<Boolean> PRIVATE_RECEIVERS = Option.withDefault(
            "oss.events.private-receivers",
            ValueTypes.flag(),
            "false",
            "Whether webhooks may be on addresses that are not public: loopback, link-local and private networks; then"
                    + " whoever administers a tenant can have a node send requests into its own network.");

    private EventOptions() {}

    static List<Option<?>> all() {
        return List.of(PRIVATE_RECEIVERS);
    }
}
