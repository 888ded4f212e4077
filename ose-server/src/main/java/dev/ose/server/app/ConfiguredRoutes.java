package dev.ose.server.app;

import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.config.Configuration;
import dev.ose.config.OutboundOptions;
import dev.ose.s3.AddressRange;
import java.util.List;

/** Where the control plane's requests may go, as the options say. */
final class ConfiguredRoutes {

    private ConfiguredRoutes() {}

    /** Routes to addresses that the operator wrote. */
    static OutboundRoutes of(Configuration configuration) {
        List<AddressRange> permitted = AddressRanges.of(configuration, OutboundOptions.PRIVATE_NETWORKS);
        return OutboundRoutes.direct()
                .permitting(address -> permitted.stream().anyMatch(range -> range.contains(address)));
    }
}
