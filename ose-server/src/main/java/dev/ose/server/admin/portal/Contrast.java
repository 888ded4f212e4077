package dev.ose.server.admin.portal;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The themes of the portal, in each of which links have to be legible.
 *
 * @see <a href="https://www.w3.org/TR/WCAG22/#contrast-minimum">WCAG 2.2, contrast (minimum)</a>
 */
enum Contrast {
    /** The darkest background of links in the light theme, {@code --busy-back} in portal.css. */
    LIGHT(0xDFF0FB),
    /** The lightest background of links in the dark theme, {@code --busy-back} there. */
    DARK(0x1A3A50);

    private static final Pattern COLOR = Pattern.compile("#[0-9A-Fa-f]{6}");
    private static final double MINIMUM = 4.5;
    private static final int BYTE = 0xFF;
    private static final int HEX = 16;

    private final int background;

    Contrast(int background) {
        this.background = background;
    }

    /** A legible colour in lower case; null if there is none. Fails with {@code Invalid}. */
    @Nullable
    String checked(String field, @Nullable String color) {
        if (color == null || color.isEmpty()) {
            return null;
        }
        if (!COLOR.matcher(color).matches()) {
            throw new FailureException(new Failure.Invalid(field, "must be a colour such as #0065ab"));
        }
        double ratio = ratio(Integer.parseInt(color.substring(1), HEX), background);
        if (ratio < MINIMUM) {
            throw new FailureException(new Failure.Invalid(
                    field,
                    String.format(
                            Locale.ROOT,
                            "must have a contrast of at least %.1f to the background #%06x, and has %.1f",
                            MINIMUM,
                            background,
                            Math.floor(ratio * 10) / 10)));
        }
        return color.toLowerCase(Locale.ROOT);
    }

    private static double ratio(int one, int other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(int color) {
        return 0.2126 * linear(color >> 16) + 0.7152 * linear(color >> 8) + 0.0722 * linear(color);
    }

    private static double linear(int channel) {
        double value = (channel & BYTE) / (double) BYTE;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
}
