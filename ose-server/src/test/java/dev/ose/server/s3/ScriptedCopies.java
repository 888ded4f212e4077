package dev.ose.server.s3;

import dev.ose.s3.ByteRange;
import dev.ose.s3.ETag;
import dev.ose.s3.checksum.Digester;
import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A scripted platform that has one object, {@code /photos/source}, and copies it whole or in parts of one upload. */
final class ScriptedCopies implements ScriptedPlatform.Script {

    static final String TAG = "\"0123456789abcdef0123456789abcdef\"";
    static final String OTHER_TAG = "\"ffffffffffffffffffffffffffffffff\"";
    static final String MODIFIED = "Sat, 28 Nov 2026 10:00:00 GMT";
    private static final String COPIED = "Sat, 28 Nov 2026 12:34:56 GMT";
    private static final Pattern PART = Pattern.compile("\\?partNumber=([0-9]+)&");

    private final byte[] source;

    /** Further headers of the source. */
    volatile String described = "";

    /** The document of the source's tags; none refuses to tell them. */
    volatile @Nullable String tags = "<Tagging><TagSet/></Tagging>";

    /** What else it answers to parts, such as {@code 403 Forbidden}. */
    volatile String parts = "200 OK";

    /** An error behind the status of the first parts. */
    final AtomicInteger lateErrors = new AtomicInteger();

    /** After so many parts the source is replaced. */
    volatile int replacedAfter = Integer.MAX_VALUE;

    volatile String completion = "200 OK";

    /** Whether HEAD finds that a condition does not hold. */
    volatile boolean isUnmet;

    final Map<Integer, byte[]> stored = new ConcurrentSkipListMap<>();
    final AtomicInteger abortions = new AtomicInteger();
    volatile byte @Nullable [] object;

    ScriptedCopies(byte[] source) {
        this.source = source;
    }

    @Override
    public boolean serve(ScriptedPlatform.Request request) throws IOException {
        request.body();
        String line = request.line();
        if (line.startsWith("HEAD ")) {
            return head(request);
        }
        if (line.startsWith("GET ")) {
            String known = tags;
            return known == null ? refuse(request, "403 Forbidden", "AccessDenied") : answer(request, "", known);
        }
        if (line.startsWith("DELETE ")) {
            abortions.incrementAndGet();
            stored.clear();
            return request.answer("204 No Content", "", new byte[0]);
        }
        if (line.startsWith("POST ") && line.contains("?uploads")) {
            return answer(
                    request,
                    "x-amz-server-side-encryption: AES256\r\n",
                    "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>");
        }
        if (line.startsWith("POST ")) {
            return complete(request);
        }
        Matcher part = PART.matcher(line);
        if (part.find()) {
            return copy(request, Integer.parseInt(part.group(1)));
        }
        object = source;
        return answer(request, "", "<CopyObjectResult><ETag>" + TAG + "</ETag></CopyObjectResult>");
    }

    private boolean isReplaced() {
        return stored.size() >= replacedAfter;
    }

    private boolean head(ScriptedPlatform.Request request) throws IOException {
        boolean isSource = request.line().contains("/source");
        boolean isConditional = !request.header("if-match").isEmpty();
        if (isSource && isUnmet && isConditional) {
            request.send("HTTP/1.1 412 Precondition Failed\r\n\r\n");
            return true;
        }
        String facts = isSource
                ? "ETag: " + (isReplaced() ? OTHER_TAG : TAG) + "\r\nLast-Modified: " + MODIFIED
                        + "\r\nContent-Length: " + source.length + "\r\n" + described
                : "ETag: " + tagOfParts() + "\r\nLast-Modified: " + COPIED + "\r\nContent-Length: " + source.length
                        + "\r\n";
        request.send("HTTP/1.1 200 OK\r\nDate: Sat, 28 Nov 2026 12:00:00 GMT\r\n" + facts + "\r\n");
        return true;
    }

    private boolean copy(ScriptedPlatform.Request request, int part) throws IOException {
        String condition = request.header("x-amz-copy-source-if-match");
        if (isReplaced() && !condition.isEmpty()) {
            return refuse(request, "412 Precondition Failed", "PreconditionFailed");
        }
        if (!parts.equals("200 OK")) {
            return refuse(request, parts, "AccessDenied");
        }
        if (lateErrors.getAndUpdate(count -> Math.max(0, count - 1)) > 0) {
            return answer(request, "", "   <Error><Code>InternalError</Code></Error>");
        }
        ByteRange range =
                ByteRange.parse(request.header("x-amz-copy-source-range")).orElseThrow();
        byte[] bytes = Arrays.copyOfRange(source, (int) range.first(), (int) range.last() + 1);
        stored.put(part, bytes);
        return answer(request, "", "<CopyPartResult><ETag>" + tag(bytes).quoted() + "</ETag></CopyPartResult>");
    }

    private boolean complete(ScriptedPlatform.Request request) throws IOException {
        if (!completion.equals("200 OK")) {
            return refuse(request, completion, "PreconditionFailed");
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        stored.values().forEach(whole::writeBytes);
        object = whole.toByteArray();
        return answer(
                request,
                "x-amz-version-id: v7\r\n",
                "<CompleteMultipartUploadResult><ETag>" + tagOfParts() + "</ETag></CompleteMultipartUploadResult>");
    }

    /** The tag of the object that is made of the stored parts. */
    String tagOfParts() {
        return ETag.ofParts(stored.values().stream().map(ScriptedCopies::tag).toList())
                .map(ETag::quoted)
                .orElse("");
    }

    private static ETag tag(byte[] part) {
        return new ETag(HexFormat.of().formatHex(Digester.md5().digest(part)));
    }

    private static boolean answer(ScriptedPlatform.Request request, String headers, String document)
            throws IOException {
        return request.answer("200 OK", headers, document.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean refuse(ScriptedPlatform.Request request, String status, String code) throws IOException {
        return request.answer(
                status, "", ("<Error><Code>" + code + "</Code></Error>").getBytes(StandardCharsets.UTF_8));
    }

    /** The requests in their order, without what changes from part to part. */
    static List<String> names(List<ScriptedPlatform.Request> requests) {
        return requests.stream()
                .map(request -> request.line().replaceAll("/photos/|[&?]uploadId=u| HTTP/1.1", ""))
                .toList();
    }
}
