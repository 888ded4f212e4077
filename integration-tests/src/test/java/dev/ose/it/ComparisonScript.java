package dev.ose.it;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The requests that servers are compared by: nearly every operation on buckets and objects, and its errors. */
final class ComparisonScript {

    private final Script script = new Script();
    private final String bucket;
    private final String root;

    private ComparisonScript(String bucket) {
        this.bucket = bucket;
        this.root = '/' + bucket;
    }

    /**
     * Requests that create a bucket and another one with {@code -locked} behind its name.
     *
     * @param bucket which the servers do not have yet
     */
    static Script of(String bucket) {
        ComparisonScript requests = new ComparisonScript(bucket);
        requests.buckets();
        requests.objects();
        requests.ranges();
        requests.conditions();
        requests.copies();
        requests.listings();
        requests.parts();
        requests.tags();
        ComparedSettings.addTo(requests.script, bucket);
        requests.deletions();
        requests.versions();
        requests.errors();
        return requests.script;
    }

    private void buckets() {
        script.step("create a bucket", m -> get("PUT", ""));
        script.step("create it again", m -> get("PUT", ""));
        script.step("look at the bucket", m -> get("HEAD", ""));
        script.step("where is the bucket", m -> get("GET", "?location="));
        script.step("list an empty bucket", m -> get("GET", ""));
        script.step("list an empty bucket, version 2", m -> get("GET", "?list-type=2"));
        script.step("list no uploads", m -> get("GET", "?uploads="));
    }

    private void objects() {
        script.step("put an object", m -> put("/object", "Hello, world!")
                .header("Content-Type", "text/plain")
                .header("Cache-Control", "max-age=60")
                .header("Content-Disposition", "attachment; filename=\"a b.txt\"")
                .header("x-amz-meta-colour", "blue"));
        script.step("get an object", m -> get("GET", "/object"));
        script.step("look at an object", m -> get("HEAD", "/object"));
        script.step(
                "get with other headers",
                m -> get("GET", "/object?response-cache-control=no-cache&response-content-type=text%2Fhtml"));
        script.step("put an empty object", m -> put("/empty", ""));
        script.step("get an empty object", m -> get("GET", "/empty"));
        script.step(
                "put with a type of its own", m -> put("/encoded", "not really").header("Content-Encoding", "gzip"));
        script.step("get with an encoding", m -> get("GET", "/encoded"));
        script.step("put with a checksum", m -> put("/checked", "Hello, world!")
                .header("x-amz-checksum-crc32", "6+bG5g=="));
        script.step("get with a checksum", m -> get("GET", "/checked").header("x-amz-checksum-mode", "ENABLED"));
        script.step(
                "put with a good MD5", m -> put("/md5", "Hello, world!").header("Content-MD5", md5("Hello, world!")));
        script.step("put with a bad MD5", m -> put("/md5", "Hello, world!").header("Content-MD5", md5("else")));
        script.step("put with an MD5 that is none", m -> put("/md5", "Hello, world!")
                .header("Content-MD5", "none"));
        script.step("put with an odd key", m -> put("/odd%20%2B%25%C3%A4%26%3C%3E", "odd"));
        script.step("get with an odd key", m -> get("GET", "/odd%20%2B%25%C3%A4%26%3C%3E"));
    }

    private void ranges() {
        for (String range : new String[] {
            "bytes=0-4",
            "bytes=7-",
            "bytes=-6",
            "bytes=7-1000",
            "bytes=-1000",
            "bytes=13-",
            "bytes=5-4",
            "bytes=a-b",
            "bytes=0-1,3-4",
            "lines=0-1"
        }) {
            script.step("get the range " + range, m -> get("GET", "/object").header("Range", range));
        }
        script.step("get a range of nothing", m -> get("GET", "/empty").header("Range", "bytes=0-1"));
        script.step("look at a range", m -> get("HEAD", "/object").header("Range", "bytes=0-4"));
    }

    private void conditions() {
        String tag = "\"6cd3556deb0da54bca060b4c39479839\"";
        script.step("get if it is that", m -> get("GET", "/object").header("If-Match", tag));
        script.step("get if it is another", m -> get("GET", "/object").header("If-Match", "\"other\""));
        script.step("get unless it is that", m -> get("GET", "/object").header("If-None-Match", tag));
        script.step("look unless it is that", m -> get("HEAD", "/object").header("If-None-Match", tag));
        script.step("get unless it is another", m -> get("GET", "/object").header("If-None-Match", "\"other\""));
        String past = "Mon, 01 Jan 2024 00:00:00 GMT";
        script.step("get if changed since then", m -> get("GET", "/object").header("If-Modified-Since", past));
        script.step("get unless changed since then", m -> get("GET", "/object").header("If-Unmodified-Since", past));
        script.step("put if there is none", m -> put("/object", "x").header("If-None-Match", "*"));
        script.step("put if it is that", m -> put("/object", "x").header("If-Match", "\"other\""));
        script.step("put again if there is none", m -> put("/once", "once").header("If-None-Match", "*"));
    }

    private void copies() {
        script.step("copy an object", m -> get("PUT", "/copy").header("x-amz-copy-source", root + "/object"));
        script.step("look at the copy", m -> get("HEAD", "/copy"));
        script.step("copy with other metadata", m -> get("PUT", "/copy2")
                .header("x-amz-copy-source", bucket + "/object")
                .header("x-amz-metadata-directive", "REPLACE")
                .header("x-amz-meta-colour", "red"));
        script.step("look at the other metadata", m -> get("HEAD", "/copy2"));
        script.step("copy onto itself", m -> get("PUT", "/object").header("x-amz-copy-source", root + "/object"));
        script.step("copy of nothing", m -> get("PUT", "/copy3").header("x-amz-copy-source", root + "/nothing"));
        script.step("copy of no bucket", m -> get("PUT", "/copy3").header("x-amz-copy-source", "/no-bucket-here/a"));
        script.step("copy if it is another", m -> get("PUT", "/copy3")
                .header("x-amz-copy-source", root + "/object")
                .header("x-amz-copy-source-if-match", "\"other\""));
    }

    private void listings() {
        for (String key : new String[] {"/tree/a", "/tree/b%20c", "/tree/d/e", "/tree/d/f", "/tree/g/h", "/tree/z"}) {
            script.step("put" + key, m -> put(key, "leaf"));
        }
        for (String query : new String[] {
            "prefix=tree%2F",
            "prefix=tree%2F&delimiter=%2F",
            "prefix=tree%2F&delimiter=%2F&encoding-type=url",
            "prefix=tree%2F&encoding-type=url",
            "prefix=tree%2F&max-keys=2",
            "prefix=tree%2F&max-keys=0",
            "prefix=nothing%2F",
            "max-keys=-1",
            "max-keys=many",
            "max-keys=5000&prefix=tree",
            "encoding-type=other"
        }) {
            script.step("list " + query, m -> get("GET", "?" + query));
            script.step("list version 2 " + query, m -> get("GET", "?list-type=2&" + query));
        }
        script.step("list from a marker", m -> get("GET", "?prefix=tree&marker=tree%2Fd%2Fe"));
        script.step("list from a key", m -> get("GET", "?list-type=2&prefix=tree&start-after=tree%2Fd%2Fe"));
        script.step(
                "list the first page",
                m -> get("GET", "?list-type=2&prefix=tree%2F&delimiter=%2F&max-keys=3"),
                (m, answer) -> m.put("token", answer.element("NextContinuationToken")));
        script.step(
                "list the next page",
                m -> get(
                        "GET",
                        "?list-type=2&prefix=tree%2F&delimiter=%2F&max-keys=3&continuation-token="
                                + URLEncoder.encode(m.get("token"), StandardCharsets.UTF_8)));
    }

    private void parts() {
        byte[] first = Samples.bytes(1, 5 * Samples.MIB);
        script.step(
                "begin an upload",
                m -> get("POST", "/parts?uploads=").header("x-amz-meta-colour", "green"),
                (m, answer) -> m.put("upload", answer.element("UploadId")));
        script.step(
                "put part 1",
                m -> part(m, 1).body(first),
                (m, answer) -> m.put("tag1", String.valueOf(answer.header("etag"))));
        script.step(
                "put part 2",
                m -> part(m, 2).body("the end"),
                (m, answer) -> m.put("tag2", String.valueOf(answer.header("etag"))));
        script.step("list the parts", m -> get("GET", "/parts?uploadId=" + m.get("upload")));
        script.step("list the uploads", m -> get("GET", "?uploads="));
        script.step("complete in the wrong order", m -> complete(m, "2", "1"));
        script.step("complete with a part that is not there", m -> complete(m, "1", "7"));
        script.step("complete with nothing", m -> complete(m));
        script.step("complete", m -> complete(m, "1", "2"));
        script.step("look at what was completed", m -> get("HEAD", "/parts"));
        script.step("get part 2 of it", m -> get("GET", "/parts?partNumber=2"));
        script.step("part for an upload that is over", m -> part(m, 3).body("late"));
        script.step(
                "begin another upload",
                m -> get("POST", "/aborted?uploads="),
                (m, answer) -> m.put("upload", answer.element("UploadId")));
        script.step("put part 0", m -> part(m, 0).body("none"));
        script.step("put part 10001", m -> part(m, 10_001).body("none"));
        script.step("abort it", m -> get("DELETE", "/aborted?uploadId=" + m.get("upload")));
        script.step("abort it again", m -> get("DELETE", "/aborted?uploadId=" + m.get("upload")));
    }

    private SignedRequest part(Script.Memory memory, int number) {
        return get("PUT", "/parts?partNumber=" + number + "&uploadId=" + memory.get("upload"));
    }

    private SignedRequest complete(Script.Memory memory, String... numbers) {
        StringBuilder document = new StringBuilder("<CompleteMultipartUpload>");
        for (String number : numbers) {
            document.append("<Part><PartNumber>").append(number).append("</PartNumber><ETag>");
            document.append(memory.get("tag" + number)).append("</ETag></Part>");
        }
        return get("POST", "/parts?uploadId=" + memory.get("upload"))
                .body(document.append("</CompleteMultipartUpload>").toString());
    }

    private void tags() {
        String tags = "<Tagging><TagSet><Tag><Key>k</Key><Value>v</Value></Tag></TagSet></Tagging>";
        script.step("tags of an object without", m -> get("GET", "/object?tagging="));
        script.step("tag an object", m -> withMd5("PUT", "/object?tagging=", tags));
        script.step("tags of an object", m -> get("GET", "/object?tagging="));
        script.step("look at a tagged object", m -> get("GET", "/object"));
        script.step("untag an object", m -> get("DELETE", "/object?tagging="));
        // One tag only: the other server returns several in random order.
        script.step("put with a tag", m -> put("/tagged", "tagged").header("x-amz-tagging", "a=1"));
        script.step("tag put along", m -> get("GET", "/tagged?tagging="));
        script.step("tags of nothing", m -> get("GET", "/nothing?tagging="));
        script.step("tags of a bucket without", m -> get("GET", "?tagging="));
    }

    private void deletions() {
        script.step("delete an object", m -> get("DELETE", "/copy"));
        script.step("delete it again", m -> get("DELETE", "/copy"));
        script.step(
                "delete several",
                m -> withMd5(
                        "POST",
                        "?delete=",
                        "<Delete><Object><Key>copy2</Key></Object><Object><Key>nothing</Key></Object></Delete>"));
        script.step(
                "delete several quietly",
                m -> withMd5(
                        "POST", "?delete=", "<Delete><Quiet>true</Quiet><Object><Key>md5</Key></Object></Delete>"));
        script.step("delete a bucket that is not empty", m -> get("DELETE", ""));
    }

    private void versions() {
        script.step("versioning is off", m -> get("GET", "?versioning="));
        script.step(
                "switch versioning on",
                m -> withMd5(
                        "PUT",
                        "?versioning=",
                        "<VersioningConfiguration"
                                + " xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Status>Enabled</Status>"
                                + "</VersioningConfiguration>"));
        script.step("versioning is on", m -> get("GET", "?versioning="));
        script.step(
                "put a first version",
                m -> put("/versioned", "one"),
                (m, answer) -> m.put("version", String.valueOf(answer.header("x-amz-version-id"))));
        script.step("put a second version", m -> put("/versioned", "two!"));
        script.step("get the newest version", m -> get("GET", "/versioned"));
        script.step("get the first version", m -> get("GET", "/versioned?versionId=" + m.get("version")));
        script.step("get a version that is none", m -> get("GET", "/versioned?versionId=nonsense"));
        script.step("delete the newest version", m -> get("DELETE", "/versioned"));
        script.step("get what was deleted", m -> get("GET", "/versioned"));
        script.step("list the versions", m -> get("GET", "?versions=&prefix=versioned"));
        script.step("delete the first version", m -> get("DELETE", "/versioned?versionId=" + m.get("version")));
    }

    private void errors() {
        script.step("get nothing", m -> get("GET", "/nothing"));
        script.step("look at nothing", m -> get("HEAD", "/nothing"));
        script.step("list no bucket", m -> SignedRequest.of("GET", "/no-bucket-here"));
        script.step("look at no bucket", m -> SignedRequest.of("HEAD", "/no-bucket-here"));
        script.step("put in no bucket", m -> SignedRequest.of("PUT", "/no-bucket-here/a")
                .body("a"));
        script.step("delete no bucket", m -> SignedRequest.of("DELETE", "/no-bucket-here"));
        script.step("create a bucket without a name", m -> SignedRequest.of("PUT", "/No_Name"));
        script.step("policy of a bucket without", m -> get("GET", "?policy="));
        script.step("CORS of a bucket without", m -> get("GET", "?cors="));
        script.step("malformed document", m -> withMd5("PUT", "?versioning=", "<Versioning"));
    }

    private SignedRequest get(String method, String rest) {
        return SignedRequest.of(method, root + rest);
    }

    private SignedRequest put(String key, String body) {
        return SignedRequest.of("PUT", root + key).body(body);
    }

    private SignedRequest withMd5(String method, String rest, String body) {
        return get(method, rest).body(body).header("Content-MD5", md5(body));
    }

    private static String md5(String body) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(body.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has MD5", e);
        }
    }
}
