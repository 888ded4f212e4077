package dev.ose.server.app.options;

import dev.ose.config.Configuration;
import dev.ose.config.Option;
import dev.ose.s3.AddressRange;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.util.List;

/** Parses options with ranges of IP addresses. */
final class AddressRanges {

    private AddressRanges() {}

    /**
     * The ranges; none if the option is not set.
     *
     * @throws StartException {@code ADDRESS} if one of them is invalid
     */
    static List<AddressRange> of(Configuration configuration, Option<List<String>> option) {
        return configuration.find(option).orElse(List.of()).stream()
                .map(text -> AddressRange.parse(text)
                        .orElseThrow(() -> new StartException(
                                Code.ADDRESS,
                                option.key() + " has " + text
                                        + ", which is neither an IP address nor a range like 10.0.0.0/8.")))
                .toList();
    }
}
