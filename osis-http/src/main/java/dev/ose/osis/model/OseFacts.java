package dev.ose.osis.model;

import dev.ose.adapter.Capability;
import dev.ose.adapter.Quirk;
import java.util.List;

/**
 * Facts about a platform that OSE needs and the OSIS contract does not cover. Sent as an additional field of {@link
 * Information}, which other clients ignore.
 */
public record OseFacts(List<Capability> capabilities, List<Quirk> quirks) {

    public OseFacts {
        capabilities = PresentValues.list(capabilities);
        quirks = PresentValues.list(quirks);
    }
}
