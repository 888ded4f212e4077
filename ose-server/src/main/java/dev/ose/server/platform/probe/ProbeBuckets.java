package dev.ose.server.platform.probe;

import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.CreateBucketConfiguration;
import dev.ose.s3.document.ListingAnswer;
import dev.ose.s3.document.Tagging;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Creates the buckets of a probe, and removes them with their content, also after an earlier probe. */
final class ProbeBuckets {

    private static final String LOCKED = "-lock";
    private static final int MAX_ANSWER_BYTES = 1024 * 1024;
    private static final int MAX_EVENTS = 100_000;

    /** A probe leaves some dozens of objects: a longer listing does not end. */
    private static final int MAX_PAGES = 10;

    private ProbeBuckets() {}

    /** The bucket of most checks. */
    static ProbeBucket of(ProbeBucket.Visit visit, UUID mark) {
        return new ProbeBucket(visit, "ose-probe-" + mark.toString().replace("-", ""));
    }

    /** The bucket with Object Lock. */
    static ProbeBucket locked(ProbeBucket site) {
        return new ProbeBucket(site.visit(), site.bucket() + LOCKED);
    }

    /** The request that creates one of them. */
    static ProbeCall creation(ProbeBucket site) {
        CreateBucketConfiguration configuration =
                new CreateBucketConfiguration(site.visit().platform().newBucketRegion(), new Tagging(List.of()));
        byte[] document = configuration.toBytes();
        ProbeCall creation = ProbeCall.ofBucket("PUT");
        return document.length == 0 ? creation : creation.body(document);
    }

    /** Removes both buckets of an earlier probe; returns what could not be removed, or an empty text. */
    static String remove(ProbeBucket site) {
        boolean isGone = empty(site, false);
        boolean isLockedGone = empty(locked(site), true);
        return isGone && isLockedGone
                ? ""
                : "The platform did not remove the buckets " + site.bucket() + "[" + LOCKED + "].";
    }

    /** @return whether the bucket does not exist any more */
    private static boolean empty(ProbeBucket site, boolean mayBeLocked) {
        for (int page = 0; page < MAX_PAGES; page++) {
            ProbeAnswer deleted = site.ask(ProbeCall.ofBucket("DELETE"));
            if (deleted.isDone() || deleted.isAbsent()) {
                return true;
            }
            List<Entry> entries = entries(site);
            if (entries.isEmpty()) {
                return false;
            }
            entries.forEach(entry -> remove(site, entry, mayBeLocked));
        }
        return false;
    }

    private static void remove(ProbeBucket site, Entry entry, boolean mayBeLocked) {
        if (mayBeLocked && !entry.version().isEmpty()) {
            site.ask(ProbeCall.ofObject("PUT", entry.key())
                    .query("legal-hold&" + entry.query())
                    .document("<LegalHold><Status>OFF</Status></LegalHold>"));
        }
        site.ask(ProbeCall.ofObject("DELETE", entry.key()).query(entry.query()));
    }

    /** All versions, or the objects if the platform has no versioning. */
    private static List<Entry> entries(ProbeBucket site) {
        try {
            ProbeAnswer versions = site.ask(ProbeCall.ofBucket("GET").query("versions&encoding-type=url"));
            if (versions.isDone()) {
                return versions(versions.body());
            }
            ProbeAnswer objects = site.ask(ProbeCall.ofBucket("GET").query("encoding-type=url"));
            return objects.isDone()
                    ? ListingAnswer.read(objects.body()).entries().stream()
                            .map(entry -> new Entry(entry.key().value(), ""))
                            .toList()
                    : List.of();
        } catch (MalformedXmlException e) {
            return List.of();
        }
    }

    private static List<Entry> versions(byte[] body) {
        XmlReader xml = XmlReader.open(body, MAX_ANSWER_BYTES, MAX_EVENTS);
        List<Entry> entries = new ArrayList<>();
        boolean encoded = false;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "EncodingType" -> encoded = xml.text().strip().equals("url");
                case "Version", "DeleteMarker" -> entries.add(entry(xml));
                default -> xml.skip();
            }
        }
        boolean isEncoded = encoded;
        return entries.stream()
                .map(entry -> isEncoded ? entry.decoded() : entry)
                .toList();
    }

    private static Entry entry(XmlReader xml) {
        String key = "";
        String version = "";
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "Key" -> key = xml.text();
                case "VersionId" -> version = xml.text();
                default -> xml.skip();
            }
        }
        return new Entry(key, version);
    }

    /** An object version in the bucket; the version id is empty without versioning. */
    private record Entry(String key, String version) {

        String query() {
            return version.isEmpty() ? "" : "versionId=" + UriEncoding.encodeQuery(version);
        }

        /** Decodes form encoding: a plus stands for a blank. */
        Entry decoded() {
            return new Entry(UriEncoding.decode(key.replace("+", "%20")).orElse(key), version);
        }
    }
}
