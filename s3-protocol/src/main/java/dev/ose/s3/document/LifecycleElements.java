package dev.ose.s3.document;

import dev.ose.s3.xml.XmlReader;
import java.util.Map;
import java.util.Set;

/**
 * The elements of lifecycle rules that every platform with such rules heeds. Some drop the others: a rule for objects
 * of some size would then expire all, one that keeps newer versions would keep none.
 */
public final class LifecycleElements {

    private static final Map<String, Set<String>> CHILDREN = Map.of(
            "LifecycleConfiguration",
            Set.of("Rule"),
            "Rule",
            Set.of(
                    "ID",
                    "Status",
                    "Prefix",
                    "Filter",
                    "Expiration",
                    "Transition",
                    "NoncurrentVersionExpiration",
                    "NoncurrentVersionTransition",
                    "AbortIncompleteMultipartUpload"),
            "Filter",
            Set.of("And", "Prefix", "Tag"),
            "And",
            Set.of("Prefix", "Tag"),
            "Tag",
            Set.of("Key", "Value"),
            "Expiration",
            Set.of("Date", "Days", "ExpiredObjectDeleteMarker"),
            "Transition",
            Set.of("Date", "Days", "StorageClass"),
            "NoncurrentVersionExpiration",
            Set.of("NoncurrentDays"),
            "NoncurrentVersionTransition",
            Set.of("NoncurrentDays", "StorageClass"),
            "AbortIncompleteMultipartUpload",
            Set.of("DaysAfterInitiation"));

    private LifecycleElements() {}

    /**
     * Throws {@code NotImplemented} with the name of the first element that is none of these, and {@code MalformedXML}.
     *
     * @param body at most 2 MiB
     */
    public static void requireUsual(byte[] body) {
        XmlRequestBody.read(body, XmlRequestBody.LARGE_BYTES, "LifecycleConfiguration", xml -> {
            require("LifecycleConfiguration", xml);
            return true;
        });
    }

    private static void require(String element, XmlReader xml) {
        Set<String> children = CHILDREN.get(element);
        if (children == null) {
            xml.text();
            return;
        }
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (!children.contains(child)) {
                throw XmlRequestBody.notOffered(child);
            }
            require(child, xml);
        }
    }
}
