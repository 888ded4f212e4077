package dev.ose.server.s3;

import dev.ose.s3.ETag;
import dev.ose.s3.checksum.Digester;
import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A scripted platform that takes one object, whole or in parts of one upload. */
final class ScriptedUploads implements ScriptedPlatform.Script {

    static final String UPLOAD = "2~upload";
    private static final Pattern PART = Pattern.compile("\\?partNumber=([0-9]+)&");
    private static final Pattern LISTED = Pattern.compile("part-number-marker=([0-9]+)&");
    private static final Pattern NAMED = Pattern.compile("<PartNumber>([0-9]+)</PartNumber><ETag>([^<]*)</ETag>");

    /** What else it answers to the creation, the parts and the completion, such as {@code 403 Forbidden}. */
    volatile String creation = "200 OK";

    volatile String parts = "200 OK";
    volatile String completion = "200 OK";

    /** The code of other answers. */
    volatile String refusal = "AccessDenied";

    /** Whether each request with a part gives it another tag. */
    volatile boolean isEncrypted;

    /** How many requests with the first part fail, and are carried out before a completion, one before each. */
    final AtomicInteger late = new AtomicInteger();

    final Map<Integer, byte[]> stored = new ConcurrentSkipListMap<>();
    private final Map<Integer, ETag> tags = new ConcurrentSkipListMap<>();
    private final Queue<ETag> delayed = new ConcurrentLinkedQueue<>();
    private final AtomicInteger encrypted = new AtomicInteger();
    final AtomicInteger abortions = new AtomicInteger();
    volatile byte @Nullable [] object;

    @Override
    public boolean serve(ScriptedPlatform.Request request) throws IOException {
        String line = request.line();
        byte[] body = request.body();
        if (!request.header("content-length").isEmpty()
                && body.length < Integer.parseInt(request.header("content-length"))) {
            return false;
        }
        if (line.startsWith("POST ") && line.contains("?uploads")) {
            return answer(
                    request,
                    creation,
                    "x-amz-server-side-encryption: AES256\r\n",
                    "<InitiateMultipartUploadResult><UploadId>" + UPLOAD
                            + "</UploadId></InitiateMultipartUploadResult>");
        }
        if (line.startsWith("DELETE ")) {
            abortions.incrementAndGet();
            stored.clear();
            return request.answer("204 No Content", "", new byte[0]);
        }
        if (line.startsWith("POST ")) {
            return complete(request, new String(body, StandardCharsets.ISO_8859_1));
        }
        if (line.startsWith("GET ")) {
            return list(request);
        }
        Matcher part = PART.matcher(line);
        if (part.find()) {
            return store(request, Integer.parseInt(part.group(1)), body);
        }
        object = body;
        return answer(request, "200 OK", "ETag: " + tag(body).quoted() + "\r\n", "");
    }

    private boolean store(ScriptedPlatform.Request request, int part, byte[] body) throws IOException {
        ETag tag = isEncrypted ? tag(new byte[] {(byte) encrypted.incrementAndGet()}) : tag(body);
        if (part == 1 && late.getAndUpdate(count -> Math.max(0, count - 1)) > 0) {
            delayed.add(tag);
            return answer(request, "503 Slow Down", "", "");
        }
        if (parts.equals("200 OK")) {
            stored.put(part, body);
            tags.put(part, tag);
        }
        return answer(request, parts, "ETag: " + tag.quoted() + "\r\n", "");
    }

    private boolean list(ScriptedPlatform.Request request) throws IOException {
        Matcher listed = LISTED.matcher(request.line());
        int part = listed.find() ? Integer.parseInt(listed.group(1)) + 1 : 1;
        return answer(
                request,
                "200 OK",
                "",
                "<ListPartsResult><Part><PartNumber>" + part + "</PartNumber><ETag>" + tagOf(part)
                        + "</ETag><Size>1</Size></Part></ListPartsResult>");
    }

    private ETag tagOf(int part) {
        return Optional.ofNullable(tags.get(part)).orElseThrow();
    }

    private boolean complete(ScriptedPlatform.Request request, String document) throws IOException {
        ETag arrived = delayed.poll();
        if (arrived != null) {
            tags.put(1, arrived);
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        Matcher named = NAMED.matcher(document);
        while (named.find()) {
            int number = Integer.parseInt(named.group(1));
            byte[] part = stored.get(number);
            if (part == null || !ETag.parse(named.group(2)).orElseThrow().equals(tagOf(number))) {
                byte[] error = "<Error><Code>InvalidPart</Code></Error>".getBytes(StandardCharsets.US_ASCII);
                return request.answer("400 Bad Request", "", error);
            }
            whole.writeBytes(part);
        }
        if (completion.equals("200 OK")) {
            object = whole.toByteArray();
        }
        return answer(
                request,
                completion,
                "x-amz-version-id: v7\r\n",
                "<CompleteMultipartUploadResult><ETag></ETag></CompleteMultipartUploadResult>");
    }

    private boolean answer(ScriptedPlatform.Request request, String status, String headers, String document)
            throws IOException {
        String text = status.equals("200 OK") ? document : "<Error><Code>" + refusal + "</Code></Error>";
        return request.answer(status, headers, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static ETag tag(byte[] part) {
        return new ETag(HexFormat.of().formatHex(Digester.md5().digest(part)));
    }

    /** The tag of the object that is made of the stored parts. */
    String tagOfParts() {
        return ETag.ofParts(List.copyOf(tags.values())).orElseThrow().quoted();
    }

    /** The names of the requests of its upload, in their order, repetitions included. */
    static List<String> names(List<ScriptedPlatform.Request> requests) {
        return requests.stream()
                .map(request -> request.line().replaceAll("/photos/|&uploadId=.*| HTTP/1.1", ""))
                .toList();
    }
}
