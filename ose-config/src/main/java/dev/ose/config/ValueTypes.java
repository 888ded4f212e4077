package dev.ose.config;

import dev.ose.adapter.plugin.OptionType;
import dev.ose.adapter.plugin.OptionTypes;
import dev.ose.adapter.plugin.UnusableValueException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The types of options. */
final class ValueTypes {

    private static final int MAX_RANGES = 64;
    private static final Pattern ADDRESS_RANGE = Pattern.compile("[0-9A-Fa-f.:]{2,45}(/[0-9]{1,3})?");
    private static final Pattern HOST_OR_RANGE =
            Pattern.compile("\\*|[0-9a-f.:]{2,45}(/[0-9]{1,3})?|\\.?[a-z0-9_-]{1,63}(\\.[a-z0-9_-]{1,63}){0,30}");
    static final int MAX_PORT = 65_535;

    private static final OptionType<URI> SITE = OptionTypes.httpUrl();
    private static final OptionType<Integer> PORT = OptionTypes.count(0, MAX_PORT);
    private static final Pattern HOST =
            Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");
    private static final Pattern ADDRESS = Pattern.compile("[0-9A-Fa-f:.]{2,45}|[A-Za-z0-9.-]{1,253}");
    private static final Pattern SYSLOG =
            Pattern.compile("(tls|tcp|udp)://([A-Za-z0-9.-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\]):[0-9]{1,5}");
    private static final Pattern TENANT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern FINGERPRINT = Pattern.compile("[0-9a-f]{64}");
    private static final int MAX_TENANTS = 1000;
    private static final int MAX_ORIGINS = 32;
    private static final int MAX_HOST_LENGTH = 253;

    private ValueTypes() {}

    static OptionType<Integer> port() {
        return OptionType.of("a TCP port, 1 to 65535, or 0 for any free one", PORT::parse);
    }

    static OptionType<String> address() {
        return OptionType.of(
                "an IP address or host name of this machine, 0.0.0.0 for all IPv4 addresses or :: for all",
                text -> matching(text, ADDRESS));
    }

    static OptionType<URI> syslogServer() {
        return OptionType.of("tls, tcp or udp, host and port, such as tls://log.example.com:6514", text -> {
            matching(text, SYSLOG);
            return URI.create(text);
        });
    }

    static OptionType<List<String>> tenantNames() {
        return OptionType.of("one to 1000 names of tenants, separated by commas", text -> {
            List<String> names =
                    Arrays.stream(text.split(",", -1)).map(String::strip).toList();
            if (names.size() > MAX_TENANTS) {
                throw new UnusableValueException();
            }
            for (String name : names) {
                matching(name, TENANT);
            }
            return names;
        });
    }

    static OptionType<List<String>> hostNames() {
        return OptionType.of("one to 64 lower-case host names, separated by commas", text -> {
            List<String> names =
                    Arrays.stream(text.split(",", -1)).map(String::strip).toList();
            for (String name : names) {
                if (name.length() > MAX_HOST_LENGTH) {
                    throw new UnusableValueException();
                }
                matching(name, HOST);
            }
            if (names.size() > 64) {
                throw new UnusableValueException();
            }
            return names;
        });
    }

    /** Only checks the characters; the node parses the ranges. */
    static OptionType<List<String>> addressRanges() {
        return OptionType.of("one to 64 IP addresses or ranges like 10.0.0.0/8, separated by commas", text -> {
            List<String> ranges =
                    Arrays.stream(text.split(",", -1)).map(String::strip).toList();
            if (ranges.size() > MAX_RANGES) {
                throw new UnusableValueException();
            }
            for (String range : ranges) {
                matching(range, ADDRESS_RANGE);
            }
            return ranges;
        });
    }

    /** Only checks the characters; the node refuses invalid addresses. */
    static OptionType<List<String>> hostsOrRanges() {
        return OptionType.of(
                "one to 64 host names, domains like .example.com, IP addresses or ranges like 10.0.0.0/8, separated by"
                        + " commas; or *",
                text -> {
                    List<String> all = Arrays.stream(text.split(",", -1))
                            .map(each -> each.strip().toLowerCase(Locale.ROOT))
                            .toList();
                    if (all.size() > MAX_RANGES) {
                        throw new UnusableValueException();
                    }
                    for (String each : all) {
                        matching(each, HOST_OR_RANGE);
                    }
                    return all;
                });
    }

    static OptionType<URI> httpProxy() {
        return OptionType.of("an http URL without path and login, such as http://proxy.example.com:3128", text -> {
            URI uri = SITE.parse(text);
            if (!"http".equals(uri.getScheme()) || uri.getRawUserInfo() != null) {
                throw new UnusableValueException();
            }
            return uri;
        });
    }

    static OptionType<URI> httpsUrl() {
        return OptionType.of("an https URL without path, such as https://vcd.example.com", text -> {
            URI uri = SITE.parse(text);
            if (!"https".equals(uri.getScheme()) || uri.getRawUserInfo() != null) {
                throw new UnusableValueException();
            }
            return uri;
        });
    }

    /** SHA-256 in hexadecimal digits; normalised to lower case without colons. */
    static OptionType<String> fingerprint() {
        return OptionType.of(
                "64 hexadecimal digits, with colons between them or without",
                text -> matching(text.replace(":", "").toLowerCase(Locale.ROOT), FINGERPRINT));
    }

    /** Origins as in the Origin header: lower case, without the scheme's default port. */
    static OptionType<List<String>> origins() {
        return OptionType.of("one to 32 origins such as https://vcd.example.com, separated by commas", text -> {
            List<String> origins = new ArrayList<>();
            for (String origin : text.split(",", -1)) {
                origins.add(origin(SITE.parse(origin.strip())));
            }
            if (origins.size() > MAX_ORIGINS) {
                throw new UnusableValueException();
            }
            return List.copyOf(origins);
        });
    }

    /** The origin of pages at this address, as in the Origin header. */
    static String origin(URI site) {
        int standard = "https".equals(site.getScheme()) ? 443 : 80;
        int port = site.getPort();
        String host = site.getHost().toLowerCase(Locale.ROOT);
        return site.getScheme() + "://" + host + (port < 0 || port == standard ? "" : ":" + port);
    }

    static <E extends Enum<E>> OptionType<E> choice(Class<E> values) {
        String names = Arrays.stream(values.getEnumConstants())
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        return OptionType.of("one of: " + names, text -> {
            for (E value : values.getEnumConstants()) {
                if (value.name().equalsIgnoreCase(text)) {
                    return value;
                }
            }
            throw new UnusableValueException();
        });
    }

    private static String matching(String text, Pattern form) throws UnusableValueException {
        if (!form.matcher(text).matches()) {
            throw new UnusableValueException();
        }
        return text;
    }
}
