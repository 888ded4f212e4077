package dev.ose.s3.document;

import java.util.List;
import java.util.Locale;

/**
 * The preference for JSON or XML in {@code Accept}. S3 uses XML: JSON is only sent to clients that prefer it, not to
 * browser libraries that accept anything.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1">RFC 9110, 12.5.1</a>
 */
public final class Accept {

    /** Longer than the header of any client that prefers JSON. */
    private static final int MAX_CHARS = 1_000;

    private static final int NOT_NAMED = -1;
    private static final int WHOLE = 1_000;

    private int json = NOT_NAMED;
    private int xml = NOT_NAMED;
    private int anyOfApplication = NOT_NAMED;
    private int anything = NOT_NAMED;

    private Accept() {}

    /**
     * Whether the client would rather have JSON than XML.
     *
     * @param values of all its {@code Accept} headers
     */
    public static boolean prefersJson(List<String> values) {
        if (values.stream().mapToInt(String::length).sum() > MAX_CHARS) {
            return false;
        }
        Accept accept = new Accept();
        for (String value : values) {
            for (String range : value.split(",", -1)) {
                accept.take(range);
            }
        }
        return accept.json > 0 && accept.json > accept.weightOfXml();
    }

    /** The most specific range that covers it counts. */
    private int weightOfXml() {
        if (xml != NOT_NAMED) {
            return xml;
        }
        return anyOfApplication == NOT_NAMED ? anything : anyOfApplication;
    }

    private void take(String range) {
        String[] parts = range.split(";", -1);
        int weight = WHOLE;
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip().toLowerCase(Locale.ROOT);
            if (parameter.startsWith("q=")) {
                weight = thousandths(parameter.substring(2));
            }
        }
        switch (parts[0].strip().toLowerCase(Locale.ROOT)) {
            case "application/json" -> json = Math.max(json, weight);
            case "application/xml", "text/xml" -> xml = Math.max(xml, weight);
            case "application/*" -> anyOfApplication = Math.max(anyOfApplication, weight);
            case "*/*" -> anything = Math.max(anything, weight);
            default -> {
                // Neither of the two.
            }
        }
    }

    /** Zero if the weight is invalid. */
    private static int thousandths(String text) {
        if (!text.matches("0(\\.\\d{0,3})?|1(\\.0{0,3})?")) {
            return 0;
        }
        return (int) Math.round(Double.parseDouble(text) * WHOLE);
    }
}
