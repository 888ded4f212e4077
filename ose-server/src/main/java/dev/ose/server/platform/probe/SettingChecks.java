package dev.ose.server.platform.probe;

import dev.ose.s3.UriEncoding;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Tests tags, versioning and Object Lock. */
final class SettingChecks {

    private static final String TAG = "<Tag><Key>probed</Key><Value>by OSE</Value></Tag>";
    private static final String TAGGING = "<Tagging><TagSet>" + TAG + "</TagSet></Tagging>";
    private static final String VERSIONING =
            "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>";
    private static final byte[] OLD = "old".getBytes(StandardCharsets.UTF_8);
    private static final byte[] NEW = "new".getBytes(StandardCharsets.UTF_8);

    private SettingChecks() {}

    static boolean keepsTags(ProbeBucket site) {
        return site.put("tagged", NEW).isDone()
                && keepsTags(site, "tagged")
                && site.ask(ProbeCall.ofBucket("PUT").query("tagging").document(TAGGING))
                        .isDone()
                && hasTag(site.ask(ProbeCall.ofBucket("GET").query("tagging")));
    }

    private static boolean keepsTags(ProbeBucket site, String key) {
        return site.ask(ProbeCall.ofObject("PUT", key).query("tagging").document(TAGGING))
                        .isDone()
                && hasTag(site.ask(ProbeCall.ofObject("GET", key).query("tagging")));
    }

    private static boolean hasTag(ProbeAnswer reply) {
        String text = new String(reply.body(), StandardCharsets.UTF_8);
        return reply.isDone() && text.contains("<Key>probed</Key>") && text.contains("<Value>by OSE</Value>");
    }

    /** In a bucket with Object Lock; a held object cannot be deleted before its release. */
    static boolean locksObjects(ProbeBucket site) {
        ProbeBucket locked = ProbeBuckets.locked(site);
        if (!locked.ask(ProbeBuckets.creation(locked).header("x-amz-bucket-object-lock-enabled", "true"))
                .isDone()) {
            return false;
        }
        ProbeAnswer put = locked.put("held", NEW);
        Optional<String> version = put.header("x-amz-version-id");
        if (!put.isDone() || version.isEmpty()) {
            return false;
        }
        String query = "versionId=" + UriEncoding.encodeQuery(version.get());
        return locked.ask(ProbeCall.ofObject("PUT", "held")
                                .query("legal-hold&" + query)
                                .document("<LegalHold><Status>ON</Status></LegalHold>"))
                        .isDone()
                && locked.ask(ProbeCall.ofObject("DELETE", "held").query(query)).isRefused()
                && locked.ask(ProbeCall.ofObject("GET", "held").query(query)).holds(NEW);
    }

    static boolean keepsVersions(ProbeBucket site) {
        if (!site.ask(ProbeCall.ofBucket("PUT").query("versioning").document(VERSIONING))
                .isDone()) {
            return false;
        }
        Optional<String> old = site.put("versioned", OLD).header("x-amz-version-id");
        return old.isPresent()
                && site.put("versioned", NEW).isDone()
                && site.ask(ProbeCall.ofObject("DELETE", "versioned")).isDone()
                && site.get("versioned").isAbsent()
                && site.ask(ProbeCall.ofObject("GET", "versioned")
                                .query("versionId=" + UriEncoding.encodeQuery(old.get())))
                        .holds(OLD);
    }
}
