package dev.ose.s3.document;

import dev.ose.s3.lifecycle.LifecycleFilter;
import dev.ose.s3.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Reads the filter of a lifecycle rule; one object for each. One condition stands alone, several stand in an And. */
final class LifecycleFilterReader {

    private static final int MAX_PREFIX_BYTES = 1024;
    private static final int MAX_SIZE_DIGITS = 15;

    private @Nullable String prefix;
    private final SequencedMap<String, String> tags = new LinkedHashMap<>();
    private @Nullable Long largerThan;
    private @Nullable Long smallerThan;
    private boolean isAnd;

    /** The prefix that stands in the rule itself. */
    static LifecycleFilter ofRule(String text) {
        return new LifecycleFilter(true, prefix(text), new LinkedHashMap<>(), null, null);
    }

    LifecycleFilter read(XmlReader xml) {
        conditions(xml, true);
        LifecycleFilter filter = new LifecycleFilter(false, prefix, tags, largerThan, smallerThan);
        if (filter.conditions() > 1 != isAnd) {
            throw XmlRequestBody.malformed();
        }
        if (largerThan != null && smallerThan != null && largerThan >= smallerThan) {
            throw LifecycleRuleReader.invalidRequest(
                    "'ObjectSizeLessThan' has to be a value greater than 'ObjectSizeGreaterThan'.");
        }
        return filter;
    }

    private void conditions(XmlReader xml, boolean mayBeAnd) {
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "And" -> {
                    if (!mayBeAnd || isAnd) {
                        throw XmlRequestBody.malformed();
                    }
                    isAnd = true;
                    conditions(xml, false);
                }
                case "Prefix" -> prefix = first(prefix, prefix(xml.text()));
                case "Tag" -> tag(xml);
                case "ObjectSizeGreaterThan" -> largerThan = first(largerThan, bytes(xml.text()));
                case "ObjectSizeLessThan" -> smallerThan = first(smallerThan, bytes(xml.text()));
                default -> throw XmlRequestBody.malformed();
            }
        }
    }

    /** Refuses a condition that is stated twice. */
    private static <T> T first(@Nullable T former, T read) {
        if (former != null) {
            throw XmlRequestBody.malformed();
        }
        return read;
    }

    private static String prefix(String text) {
        if (text.getBytes(StandardCharsets.UTF_8).length > MAX_PREFIX_BYTES) {
            throw LifecycleRuleReader.invalidRequest("The maximum size of a prefix is " + MAX_PREFIX_BYTES);
        }
        return text;
    }

    private void tag(XmlReader xml) {
        Tagging.Tag tag = Tagging.tag(xml);
        tag.require();
        if (tags.putIfAbsent(tag.key(), tag.value()) != null) {
            throw LifecycleRuleReader.invalidRequest("Duplicate Tag Keys are not allowed.");
        }
    }

    private static long bytes(String text) {
        String digits = text.strip();
        boolean isNumber = !digits.isEmpty()
                && digits.length() <= MAX_SIZE_DIGITS
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!isNumber) {
            throw XmlRequestBody.malformed();
        }
        return Long.parseLong(digits);
    }
}
