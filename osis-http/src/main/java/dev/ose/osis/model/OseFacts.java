package dev.ose.osis.model;

import dev.ose.adapter.Capability;
import dev.ose.adapter.Quirk;
import java.util.List;

/**
 * What OSIS has no words for and OSE needs to know of a platform. It travels as one more field of {@link Information},
 * which other clients ignore.
 */
public record OseFacts(List<Capability> capabilities, List<Quirk> quirks) {

    public OseFacts {
        capabilities = PresentValues.list(capabilities);
        quirks = PresentValues.list(quirks);
    }
}
