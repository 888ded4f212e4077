package dev.ose.server.platform.probe;

import dev.ose.s3.UriEncoding;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tests preconditions of deletions, copies and completions of uploads. */
final class ConditionChecks {

    private static final String ANOTHER_TAG = "\"00000000000000000000000000000000\"";
    private static final String OF_SOURCE = "x-amz-copy-source-if-";
    private static final byte[] OLD = "old".getBytes(StandardCharsets.UTF_8);
    private static final byte[] NEW = "new".getBytes(StandardCharsets.UTF_8);
    private static final Pattern UPLOAD_ID = Pattern.compile("<UploadId>([^<]+)</UploadId>");

    private ConditionChecks() {}

    static boolean decidesDeletions(ProbeBucket site) {
        String key = "deleted";
        Optional<String> tag = site.put(key, OLD).header("etag");
        if (tag.isEmpty()) {
            return false;
        }
        ProbeCall delete = ProbeCall.ofObject("DELETE", key);
        return ObjectChecks.isConditionFailed(site.ask(ifMatch(site, delete, ANOTHER_TAG)))
                && site.ask(deletion(key, ANOTHER_TAG)).isDone()
                && site.get(key).holds(OLD)
                && site.ask(deletion(key, tag.get())).isDone()
                && site.get(key).isAbsent()
                && site.put(key, OLD).isDone()
                && site.ask(ifMatch(site, ProbeCall.ofObject("DELETE", key), tag.get()))
                        .isDone()
                && site.get(key).isAbsent();
    }

    private static ProbeCall deletion(String key, String tag) {
        return ProbeCall.ofBucket("POST")
                .query("delete")
                .document("<Delete><Object><Key>" + key + "</Key><ETag>" + tag + "</ETag></Object></Delete>");
    }

    static boolean decidesCompletions(ProbeBucket site) {
        String key = "completed";
        Optional<String> upload = begin(site, key);
        if (upload.isEmpty()) {
            return false;
        }
        String query = upload.get();
        Optional<String> part = site.ask(ProbeCall.ofObject("PUT", key)
                        .query("partNumber=1&" + query)
                        .body(NEW))
                .header("etag");
        boolean isDecided = part.isPresent() && decides(site, key, () -> completion(key, query, part.get()));
        if (!isDecided) {
            abort(site, key, query);
        }
        return isDecided;
    }

    /** Begins an upload; returns the query that names it. */
    private static Optional<String> begin(ProbeBucket site, String key) {
        ProbeAnswer begun = site.ask(ProbeCall.ofObject("POST", key).query("uploads"));
        Matcher id = UPLOAD_ID.matcher(new String(begun.body(), StandardCharsets.UTF_8));
        return begun.isDone() && id.find()
                ? Optional.of("uploadId=" + UriEncoding.encodeQuery(id.group(1)))
                : Optional.empty();
    }

    private static void abort(ProbeBucket site, String key, String upload) {
        site.ask(ProbeCall.ofObject("DELETE", key).query(upload));
    }

    private static ProbeCall completion(String key, String query, String part) {
        return ProbeCall.ofObject("POST", key)
                .query(query)
                .document("<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>" + part
                        + "</ETag></Part></CompleteMultipartUpload>");
    }

    static boolean decidesCopies(ProbeBucket site) {
        return site.put("source", NEW).isDone() && decides(site, "copied", () -> copy(site, "copied"));
    }

    /** Of copies, and of copied parts: some platforms decide the former alone. */
    static boolean decidesSources(ProbeBucket site) {
        Optional<String> tag = site.put("source", NEW).header("etag");
        Optional<String> date = site.get("source").header("last-modified");
        return tag.isPresent()
                && date.isPresent()
                && site.put("taken", OLD).isDone()
                && refusesSources(site, () -> copy(site, "taken"), tag.get(), date.get())
                && site.get("taken").holds(OLD)
                && site.ask(copy(site, "taken").header(OF_SOURCE + "match", tag.get()))
                        .isDone()
                && site.get("taken").holds(NEW)
                && decidesSourcesOfParts(site, tag.get(), date.get());
    }

    private static boolean decidesSourcesOfParts(ProbeBucket site, String tag, String date) {
        Optional<String> upload = begin(site, "taken");
        if (upload.isEmpty()) {
            return false;
        }
        Supplier<ProbeCall> part = () -> copy(site, "taken").query("partNumber=1&" + upload.get());
        boolean isDecided = refusesSources(site, part, tag, date)
                && site.ask(part.get().header(OF_SOURCE + "match", tag)).isDone();
        abort(site, "taken", upload.get());
        return isDecided;
    }

    private static boolean refusesSources(ProbeBucket site, Supplier<ProbeCall> copy, String tag, String date) {
        return isSourceRefused(site, copy, "match", ANOTHER_TAG)
                && isSourceRefused(site, copy, "none-match", tag)
                && isSourceRefused(site, copy, "modified-since", date)
                && isSourceRefused(site, copy, "unmodified-since", "Mon, 01 Jan 2001 00:00:00 GMT");
    }

    private static boolean isSourceRefused(ProbeBucket site, Supplier<ProbeCall> copy, String condition, String value) {
        return ObjectChecks.isConditionFailed(site.ask(copy.get().header(OF_SOURCE + condition, value)));
    }

    private static ProbeCall copy(ProbeBucket site, String key) {
        return ProbeCall.ofObject("PUT", key).header("x-amz-copy-source", site.bucket() + "/source");
    }

    /** Whether a write that replaces the old content evaluates its preconditions. */
    private static boolean decides(ProbeBucket site, String key, Supplier<ProbeCall> write) {
        Optional<String> tag = site.put(key, OLD).header("etag");
        return tag.isPresent()
                && ObjectChecks.isConditionFailed(site.ask(write.get().header("if-none-match", "*")))
                && ObjectChecks.isConditionFailed(site.ask(ifMatch(site, write.get(), ANOTHER_TAG)))
                && site.get(key).holds(OLD)
                && site.ask(ifMatch(site, write.get(), tag.get())).isDone()
                && site.get(key).holds(NEW);
    }

    private static ProbeCall ifMatch(ProbeBucket site, ProbeCall call, String tag) {
        return call.header("if-match", site.visit().platform().writeCondition(tag));
    }
}
