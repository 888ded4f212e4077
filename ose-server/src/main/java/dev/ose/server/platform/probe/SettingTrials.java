package dev.ose.server.platform.probe;

import dev.ose.s3.UriEncoding;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What a platform keeps beside objects: tags, versions, locks. */
final class SettingTrials {

    private static final String TAG = "<Tag><Key>probed</Key><Value>by OSE</Value></Tag>";
    private static final String TAGGING = "<Tagging><TagSet>" + TAG + "</TagSet></Tagging>";
    private static final String VERSIONING =
            "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>";
    private static final byte[] OLD = "old".getBytes(StandardCharsets.UTF_8);
    private static final byte[] NEW = "new".getBytes(StandardCharsets.UTF_8);

    private SettingTrials() {}

    static boolean keepsTags(Site site) {
        return site.put("tagged", NEW).isDone()
                && keepsTags(site, "tagged")
                && site.ask(Question.ofBucket("PUT").query("tagging").document(TAGGING))
                        .isDone()
                && tells(site.ask(Question.ofBucket("GET").query("tagging")));
    }

    private static boolean keepsTags(Site site, String key) {
        return site.ask(Question.ofObject("PUT", key).query("tagging").document(TAGGING))
                        .isDone()
                && tells(site.ask(Question.ofObject("GET", key).query("tagging")));
    }

    private static boolean tells(Reply reply) {
        String text = new String(reply.body(), StandardCharsets.UTF_8);
        return reply.isDone() && text.contains("<Key>probed</Key>") && text.contains("<Value>by OSE</Value>");
    }

    /** In a bucket of its own, as locks need: what is held cannot be deleted until it is let go. */
    static boolean locksObjects(Site site) {
        Site locked = Buckets.locked(site);
        if (!locked.ask(Question.ofBucket("PUT").header("x-amz-bucket-object-lock-enabled", "true"))
                .isDone()) {
            return false;
        }
        Reply put = locked.put("held", NEW);
        Optional<String> version = put.header("x-amz-version-id");
        if (!put.isDone() || version.isEmpty()) {
            return false;
        }
        String query = "versionId=" + UriEncoding.encodeQuery(version.get());
        return locked.ask(Question.ofObject("PUT", "held")
                                .query("legal-hold&" + query)
                                .document("<LegalHold><Status>ON</Status></LegalHold>"))
                        .isDone()
                && locked.ask(Question.ofObject("DELETE", "held").query(query)).isRefused()
                && locked.ask(Question.ofObject("GET", "held").query(query)).holds(NEW);
    }

    static boolean keepsVersions(Site site) {
        if (!site.ask(Question.ofBucket("PUT").query("versioning").document(VERSIONING))
                .isDone()) {
            return false;
        }
        Optional<String> old = site.put("versioned", OLD).header("x-amz-version-id");
        return old.isPresent()
                && site.put("versioned", NEW).isDone()
                && site.ask(Question.ofObject("DELETE", "versioned")).isDone()
                && site.get("versioned").isAbsent()
                && site.ask(Question.ofObject("GET", "versioned")
                                .query("versionId=" + UriEncoding.encodeQuery(old.get())))
                        .holds(OLD);
    }
}
