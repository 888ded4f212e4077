package dev.ose.s3.document;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.lifecycle.Expiration;
import dev.ose.s3.lifecycle.LifecycleFilter;
import dev.ose.s3.lifecycle.LifecycleRule;
import dev.ose.s3.lifecycle.NoncurrentExpiration;
import dev.ose.s3.xml.XmlReader;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads one rule of a lifecycle document; one object for each. */
final class LifecycleRuleReader {

    private static final int MAX_ID_CHARS = 255;
    private static final int MAX_NEWER_VERSIONS = 100;

    private final Supplier<String> ids;
    private String id = "";
    private @Nullable Boolean isEnabled;
    private @Nullable LifecycleFilter filter;
    private @Nullable Expiration expiration;
    private @Nullable NoncurrentExpiration noncurrent;
    private @Nullable Integer abortDays;

    LifecycleRuleReader(Supplier<String> ids) {
        this.ids = ids;
    }

    LifecycleRule read(XmlReader xml) {
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            read(child, xml);
        }
        if (isEnabled == null || filter == null) {
            throw XmlRequestBody.malformed();
        }
        requireAction();
        requireFilterFor(filter);
        return new LifecycleRule(id.isEmpty() ? ids.get() : id, isEnabled, filter, expiration, noncurrent, abortDays);
    }

    private void read(String child, XmlReader xml) {
        switch (child) {
            case "ID" -> id = id(xml.text());
            case "Status" -> isEnabled = status(xml.text().strip());
            case "Prefix" -> setFilter(LifecycleFilterReader.ofRule(xml.text()));
            case "Filter" -> setFilter(new LifecycleFilterReader().read(xml));
            case "Expiration" -> expiration = expiration(xml);
            case "NoncurrentVersionExpiration" -> noncurrent = noncurrent(xml);
            case "AbortIncompleteMultipartUpload" -> abortDays = abort(xml);
            case "Transition", "NoncurrentVersionTransition" ->
                throw new S3ErrorException(S3Error.of(
                        S3ErrorCode.NOT_IMPLEMENTED,
                        child + " is not implemented on this platform, which has one storage class."));
            default -> throw XmlRequestBody.malformed();
        }
    }

    /** The older form and the newer one exclude each other. */
    private void setFilter(LifecycleFilter read) {
        if (filter != null) {
            throw XmlRequestBody.malformed();
        }
        filter = read;
    }

    private static String id(String text) {
        if (text.length() > MAX_ID_CHARS) {
            throw invalidArgument("ID length should not exceed allowed limit of " + MAX_ID_CHARS);
        }
        return text;
    }

    private static boolean status(String text) {
        return switch (text) {
            case "Enabled" -> true;
            case "Disabled" -> false;
            default -> throw XmlRequestBody.malformed();
        };
    }

    private static Expiration expiration(XmlReader xml) {
        Expiration found = null;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (found != null) {
                throw XmlRequestBody.malformed();
            }
            found = switch (child) {
                case "Days" -> new Expiration.AfterDays(positive(xml.text(), "'Days' for Expiration action"));
                case "Date" -> new Expiration.OnDate(midnight(XmlRequestBody.time(xml.text())));
                case "ExpiredObjectDeleteMarker" ->
                    new Expiration.OfMarkers(flag(xml.text().strip()));
                default -> throw XmlRequestBody.malformed();
            };
        }
        if (found == null) {
            throw XmlRequestBody.malformed();
        }
        return found;
    }

    private static Instant midnight(Instant date) {
        if (!date.truncatedTo(ChronoUnit.DAYS).equals(date)) {
            throw invalidArgument("'Date' must be at midnight GMT");
        }
        return date;
    }

    private static NoncurrentExpiration noncurrent(XmlReader xml) {
        Integer days = null;
        Integer newer = null;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "NoncurrentDays" ->
                    days = positive(xml.text(), "'NoncurrentDays' for NoncurrentVersionExpiration action");
                case "NewerNoncurrentVersions" ->
                    newer = positive(xml.text(), "'NewerNoncurrentVersions' for NoncurrentVersionExpiration action");
                default -> throw XmlRequestBody.malformed();
            }
        }
        if (days == null) {
            throw XmlRequestBody.malformed();
        }
        if (newer != null && newer > MAX_NEWER_VERSIONS) {
            throw invalidArgument(
                    "'NewerNoncurrentVersions' for NoncurrentVersionExpiration action must not be more than "
                            + MAX_NEWER_VERSIONS);
        }
        return new NoncurrentExpiration(days, newer);
    }

    private static int abort(XmlReader xml) {
        Integer days = null;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (!child.equals("DaysAfterInitiation")) {
                throw XmlRequestBody.malformed();
            }
            days = positive(xml.text(), "'DaysAfterInitiation' for AbortIncompleteMultipartUpload action");
        }
        if (days == null) {
            throw XmlRequestBody.malformed();
        }
        return days;
    }

    private static int positive(String text, String what) {
        int number = XmlRequestBody.number(text);
        if (number < 1) {
            throw invalidArgument(what + " must be a positive integer");
        }
        return number;
    }

    private static boolean flag(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw XmlRequestBody.malformed();
        };
    }

    private void requireAction() {
        if (expiration == null && noncurrent == null && abortDays == null) {
            throw invalidRequest("At least one action needs to be specified in a rule");
        }
    }

    /** Delete markers and uploads have no tags and no size that a filter could look at. */
    private void requireFilterFor(LifecycleFilter read) {
        String action = expiration instanceof Expiration.OfMarkers
                ? "ExpiredObjectDeleteMarker"
                : abortDays == null ? "" : "AbortIncompleteMultipartUpload";
        if (action.isEmpty() || read.isOfKeysOnly()) {
            return;
        }
        throw invalidRequest(
                action + " cannot be specified with " + (read.tags().isEmpty() ? "Object Size" : "Tags") + ".");
    }

    static S3ErrorException invalidArgument(String message) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_ARGUMENT, message));
    }

    static S3ErrorException invalidRequest(String message) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_REQUEST, message));
    }
}
