package dev.ose.adapter.plugin;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The types that options of adapters have. */
public final class OptionTypes {

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern TIME = Pattern.compile("([0-9]{1,12})(ms|s|m|h)?");

    private OptionTypes() {}

    /** A whole number between two others, both included. */
    public static OptionType<Integer> count(int minimum, int maximum) {
        return OptionType.of(
                "a whole number from " + minimum + " to " + maximum,
                text -> Math.toIntExact(within(text, minimum, maximum)));
    }

    /** A number of bytes between two others, both included. */
    public static OptionType<Long> bytes(long minimum, long maximum) {
        return OptionType.of(
                "a number of bytes from " + minimum + " to " + maximum, text -> within(text, minimum, maximum));
    }

    /** A time between two others, both included. */
    public static OptionType<Duration> time(Duration minimum, Duration maximum) {
        return OptionType.of(
                "a time from " + show(minimum) + " to " + show(maximum) + " with unit ms, s, m or h (ms without one)",
                text -> {
                    Duration time = duration(text);
                    if (time.compareTo(minimum) < 0 || time.compareTo(maximum) > 0) {
                        throw new UnusableValueException();
                    }
                    return time;
                });
    }

    /** {@code true} or {@code false}. */
    public static OptionType<Boolean> flag() {
        return OptionType.of("true or false", text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new UnusableValueException();
        });
    }

    /** A path in the file system, absolute as a value; {@code ~} is the home of the process's user. */
    public static OptionType<Path> path() {
        return OptionType.of("a path in the file system", text -> {
            try {
                String home = System.getProperty("user.home", "/");
                String expanded = text.equals("~") || text.startsWith("~/") ? home + text.substring(1) : text;
                return Path.of(expanded).toAbsolutePath().normalize();
            } catch (InvalidPathException e) {
                throw new UnusableValueException();
            }
        });
    }

    /**
     * A text of a form.
     *
     * @param allowed as it reads after "must be"
     * @param pattern a regular expression that the whole text matches, in time linear in its length
     */
    public static OptionType<String> matching(String allowed, String pattern) {
        Pattern form = Pattern.compile(pattern);
        return OptionType.of(allowed, text -> {
            if (!form.matcher(text).matches()) {
                throw new UnusableValueException();
            }
            return text;
        });
    }

    /** A region that S3 requests are signed for. */
    public static OptionType<String> region() {
        return matching("1 to 63 letters, digits and hyphens", "[A-Za-z0-9][A-Za-z0-9-]{0,62}");
    }

    /** The address of a service that answers at the root of a host. */
    public static OptionType<URI> httpUrl() {
        return OptionType.of(
                "an http or https URL without path and without underscores in its host, such as https://s3.example.com",
                OptionTypes::site);
    }

    /** The address of a service that may answer below a path. */
    public static OptionType<URI> httpUrlWithPath() {
        return OptionType.of(
                "an http or https URL without underscores in its host, such as https://osis.example.com:8443",
                OptionTypes::address);
    }

    /** The shortest way to write a time in the notation of options. */
    public static String show(Duration time) {
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

    private static URI site(String text) throws UnusableValueException {
        URI uri = address(text);
        String path = uri.getRawPath();
        if (path != null && path.length() > 1) {
            throw new UnusableValueException();
        }
        return uri;
    }

    private static URI address(String text) throws UnusableValueException {
        try {
            URI uri = new URI(text);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (!web || uri.getHost() == null || uri.getPort() == 0 || uri.getRawQuery() != null) {
                throw new UnusableValueException();
            }
            return uri;
        } catch (URISyntaxException e) {
            throw new UnusableValueException();
        }
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
}
