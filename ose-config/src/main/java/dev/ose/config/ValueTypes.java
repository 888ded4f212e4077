package dev.ose.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The types that options have. */
final class ValueTypes {

    private static final int MAX_RANGES = 64;
    private static final Pattern ADDRESS_RANGE = Pattern.compile("[0-9A-Fa-f.:]{2,45}(/[0-9]{1,3})?");
    private static final Pattern HOST_OR_RANGE =
            Pattern.compile("\\*|[0-9a-f.:]{2,45}(/[0-9]{1,3})?|\\.?[a-z0-9_-]{1,63}(\\.[a-z0-9_-]{1,63}){0,30}");
    static final int MAX_PORT = 65_535;

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern TIME = Pattern.compile("([0-9]{1,12})(ms|s|m|h)?");
    private static final Pattern HOST =
            Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");
    private static final Pattern ADDRESS = Pattern.compile("[0-9A-Fa-f:.]{2,45}|[A-Za-z0-9.-]{1,253}");
    private static final Pattern TENANT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern FINGERPRINT = Pattern.compile("[0-9a-f]{64}");
    private static final int MAX_TENANTS = 1000;
    private static final int MAX_ORIGINS = 32;
    private static final int MAX_HOST_LENGTH = 253;

    private ValueTypes() {}

    private interface Parser<T> {
        T parse(String text) throws UnusableValueException;
    }

    private record Described<T>(String allowed, Parser<T> parser) implements ValueType<T> {
        @Override
        public T parse(String text) throws UnusableValueException {
            return parser.parse(text);
        }
    }

    static ValueType<Integer> port() {
        return new Described<>(
                "a TCP port, 1 to 65535, or 0 for any free one", text -> Math.toIntExact(within(text, 0, MAX_PORT)));
    }

    static ValueType<Integer> count(int minimum, int maximum) {
        return new Described<>(
                "a whole number from " + minimum + " to " + maximum,
                text -> Math.toIntExact(within(text, minimum, maximum)));
    }

    static ValueType<Long> bytes(long minimum, long maximum) {
        return new Described<>(
                "a number of bytes from " + minimum + " to " + maximum, text -> within(text, minimum, maximum));
    }

    static ValueType<Duration> time(Duration minimum, Duration maximum) {
        return new Described<>(
                "a time from " + show(minimum) + " to " + show(maximum) + " with unit ms, s, m or h (ms without one)",
                text -> {
                    Duration time = duration(text);
                    if (time.compareTo(minimum) < 0 || time.compareTo(maximum) > 0) {
                        throw new UnusableValueException();
                    }
                    return time;
                });
    }

    static ValueType<Boolean> flag() {
        return new Described<>("true or false", text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new UnusableValueException();
        });
    }

    static ValueType<Path> path() {
        return new Described<>("a path in the file system", text -> {
            try {
                String home = System.getProperty("user.home", "/");
                String expanded = text.equals("~") || text.startsWith("~/") ? home + text.substring(1) : text;
                return Path.of(expanded).toAbsolutePath().normalize();
            } catch (InvalidPathException e) {
                throw new UnusableValueException();
            }
        });
    }

    static ValueType<String> address() {
        return new Described<>(
                "an IP address or host name of this machine, 0.0.0.0 for all IPv4 addresses or :: for all",
                text -> matching(text, ADDRESS));
    }

    static ValueType<String> matching(String allowed, String pattern) {
        Pattern form = Pattern.compile(pattern);
        return new Described<>(allowed, text -> matching(text, form));
    }

    static ValueType<List<String>> tenantNames() {
        return new Described<>("one to 1000 names of tenants, separated by commas", text -> {
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

    static ValueType<List<String>> hostNames() {
        return new Described<>("one to 64 lower-case host names, separated by commas", text -> {
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

    /** By their characters only; whoever uses them reads them. */
    static ValueType<List<String>> addressRanges() {
        return new Described<>("one to 64 IP addresses or ranges like 10.0.0.0/8, separated by commas", text -> {
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

    /** By their characters only; the node refuses what looks like an address and is none. */
    static ValueType<List<String>> hostsOrRanges() {
        return new Described<>(
                "one to 64 host names, domains like .example.com, IP addresses or ranges like 10.0.0.0/8, separated by commas; or *",
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

    static ValueType<URI> httpProxy() {
        return new Described<>("an http URL without path and login, such as http://proxy.example.com:3128", text -> {
            URI uri = webSite(text);
            if (!"http".equals(uri.getScheme()) || uri.getRawUserInfo() != null) {
                throw new UnusableValueException();
            }
            return uri;
        });
    }

    static ValueType<URI> httpUrl() {
        return new Described<>(
                "an http or https URL without path, such as https://s3.example.com", ValueTypes::webSite);
    }

    static ValueType<URI> httpsUrl() {
        return new Described<>("an https URL without path, such as https://vcd.example.com", text -> {
            URI uri = webSite(text);
            if (!"https".equals(uri.getScheme()) || uri.getRawUserInfo() != null) {
                throw new UnusableValueException();
            }
            return uri;
        });
    }

    /** SHA-256 in hexadecimal digits; the value has lower-case ones and no colons. */
    static ValueType<String> fingerprint() {
        return new Described<>(
                "64 hexadecimal digits, with colons between them or without",
                text -> matching(text.replace(":", "").toLowerCase(Locale.ROOT), FINGERPRINT));
    }

    /** Origins as browsers write them: lower-case, without the port where that is the scheme's own. */
    static ValueType<List<String>> origins() {
        return new Described<>("one to 32 origins such as https://vcd.example.com, separated by commas", text -> {
            List<String> origins = new ArrayList<>();
            for (String origin : text.split(",", -1)) {
                origins.add(origin(webSite(origin.strip())));
            }
            if (origins.size() > MAX_ORIGINS) {
                throw new UnusableValueException();
            }
            return List.copyOf(origins);
        });
    }

    /** The origin of pages at this address, as browsers write it. */
    static String origin(URI site) {
        int standard = "https".equals(site.getScheme()) ? 443 : 80;
        int port = site.getPort();
        String host = site.getHost().toLowerCase(Locale.ROOT);
        return site.getScheme() + "://" + host + (port < 0 || port == standard ? "" : ":" + port);
    }

    static ValueType<URI> httpUrlWithPath() {
        return new Described<>("an http or https URL, such as https://osis.example.com:8443", ValueTypes::webAddress);
    }

    private static URI webSite(String text) throws UnusableValueException {
        URI uri = webAddress(text);
        String path = uri.getRawPath();
        if (path != null && path.length() > 1) {
            throw new UnusableValueException();
        }
        return uri;
    }

    private static URI webAddress(String text) throws UnusableValueException {
        try {
            URI uri = new URI(text);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (!web || uri.getHost() == null || uri.getRawQuery() != null) {
                throw new UnusableValueException();
            }
            return uri;
        } catch (URISyntaxException e) {
            throw new UnusableValueException();
        }
    }

    static <E extends Enum<E>> ValueType<E> choice(Class<E> values) {
        String names = Arrays.stream(values.getEnumConstants())
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        return new Described<>("one of: " + names, text -> {
            for (E value : values.getEnumConstants()) {
                if (value.name().equalsIgnoreCase(text)) {
                    return value;
                }
            }
            throw new UnusableValueException();
        });
    }

    /** The shortest way to write the time in this file's own notation. */
    static String show(Duration time) {
        long millis = time.toMillis();
        if (millis == 0 || millis % 1_000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1_000;
        if (seconds % 3_600 == 0) {
            return seconds / 3_600 + "h";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    private static long within(String text, long minimum, long maximum) throws UnusableValueException {
        if (!NUMBER.matcher(text).matches()) {
            throw new UnusableValueException();
        }
        long number = Long.parseLong(text);
        if (number < minimum || number > maximum) {
            throw new UnusableValueException();
        }
        return number;
    }

    private static Duration duration(String text) throws UnusableValueException {
        Matcher matcher = TIME.matcher(text);
        if (!matcher.matches()) {
            throw new UnusableValueException();
        }
        long amount = Long.parseLong(matcher.group(1));
        String unit = matcher.group(2);
        return switch (unit == null ? "ms" : unit) {
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofMillis(amount);
        };
    }

    private static String matching(String text, Pattern form) throws UnusableValueException {
        if (!form.matcher(text).matches()) {
            throw new UnusableValueException();
        }
        return text;
    }
}
