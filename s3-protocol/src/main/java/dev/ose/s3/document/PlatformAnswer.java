package dev.ose.s3.document;

import static java.util.Comparator.naturalOrder;

import dev.ose.s3.ETag;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The facts of an XML answer of a platform. The root element decides, not the status: a completion or a copy may end in
 * an {@code Error} after a 200. {@link MalformedXmlException} if the answer is invalid; the outcome is then unknown.
 */
public sealed interface PlatformAnswer {

    /** The most bytes of an answer. */
    int MAX_BYTES = 4 * 1024 * 1024;

    /** A size in bytes. */
    Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

    /** An {@code Error} document; code and message are the platform's, the code empty when it gave none. */
    record Failed(String code, String message) implements PlatformAnswer {}

    /** An {@code InitiateMultipartUploadResult}. */
    record Initiated(UploadId uploadId) implements PlatformAnswer {}

    /**
     * A {@code CompleteMultipartUploadResult}, {@code CopyObjectResult} or {@code CopyPartResult}: the root element
     * proves that the platform has done it.
     *
     * @param tag null if the element is empty, as in completions of Ceph 16.2
     */
    record Stored(@Nullable ETag tag) implements PlatformAnswer {}

    /** A {@code DeleteResult}. */
    record Deleted(List<DeletedObject> deleted, List<FailedDelete> failed) implements PlatformAnswer {

        public Deleted {
            deleted = List.copyOf(deleted);
            failed = List.copyOf(failed);
        }
    }

    /**
     * A {@code ListPartsResult}: how many bytes the parts have, by their numbers.
     *
     * @param tags the parts' tags, as far as they are stated
     * @param last behind which there are more; null if there are none
     */
    record Parts(
            Map<PartNumber, Long> sizes,
            Map<PartNumber, ETag> tags,
            @Nullable PartNumber last) implements PlatformAnswer {

        public Parts {
            sizes = Map.copyOf(sizes);
            tags = Map.copyOf(tags);
        }
    }

    /** Reads an answer of at most {@link #MAX_BYTES}, white space in front included. */
    static PlatformAnswer read(byte[] body) {
        XmlReader xml = XmlReader.open(body, MAX_BYTES, XmlRequestBody.LARGE_EVENTS);
        PlatformAnswer answer =
                switch (xml.name()) {
                    case "Error" -> failed(xml);
                    case "InitiateMultipartUploadResult" ->
                        new Initiated(UploadId.parse(xml.textOf("UploadId")).orElseThrow(PlatformAnswer::nonsense));
                    case "CompleteMultipartUploadResult" -> new Stored(tag(xml));
                    case "CopyObjectResult", "CopyPartResult" ->
                        new Stored(ETag.parse(xml.textOf("ETag")).orElseThrow(PlatformAnswer::nonsense));
                    case "DeleteResult" -> deleted(xml);
                    case "ListPartsResult" -> parts(xml);
                    default -> throw nonsense();
                };
        xml.finish();
        return answer;
    }

    /** The answer, if it is one of this kind; empty if it is another, or nonsense. */
    static <T extends PlatformAnswer> Optional<T> find(Class<T> kind, byte[] body) {
        try {
            return Optional.of(read(body)).filter(kind::isInstance).map(kind::cast);
        } catch (MalformedXmlException e) {
            return Optional.empty();
        }
    }

    private static Failed failed(XmlReader xml) {
        String code = "";
        String message = "";
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "Code" -> code = xml.text().strip();
                case "Message" -> message = xml.text();
                default -> xml.skip();
            }
        }
        return new Failed(code, message);
    }

    private static @Nullable ETag tag(XmlReader xml) {
        @Nullable String tag = null;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (child.equals("ETag")) {
                tag = xml.text();
            } else {
                xml.skip();
            }
        }
        if (tag == null) {
            throw nonsense();
        }
        return tag.isBlank() ? null : ETag.parse(tag).orElseThrow(PlatformAnswer::nonsense);
    }

    private static Deleted deleted(XmlReader xml) {
        List<DeletedObject> deleted = new ArrayList<>();
        List<FailedDelete> failed = new ArrayList<>();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "Deleted" -> deleted.add(DeleteEntry.read(xml).success());
                case "Error" -> failed.add(DeleteEntry.read(xml).failure());
                default -> xml.skip();
            }
        }
        return new Deleted(deleted, failed);
    }

    private static Parts parts(XmlReader xml) {
        Map<PartNumber, Long> sizes = new HashMap<>();
        Map<PartNumber, ETag> tags = new HashMap<>();
        boolean truncated = false;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "IsTruncated" -> truncated = xml.text().strip().equals("true");
                case "Part" -> part(xml, sizes, tags);
                default -> xml.skip();
            }
        }
        return new Parts(
                sizes,
                tags,
                truncated ? sizes.keySet().stream().max(naturalOrder()).orElseThrow(PlatformAnswer::nonsense) : null);
    }

    private static void part(XmlReader xml, Map<PartNumber, Long> sizes, Map<PartNumber, ETag> tags) {
        Optional<PartNumber> number = Optional.empty();
        Optional<ETag> tag = Optional.empty();
        String size = "";
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "PartNumber" -> number = PartNumber.parse(xml.text().strip());
                case "Size" -> size = xml.text().strip();
                case "ETag" -> tag = ETag.parse(xml.text());
                default -> xml.skip();
            }
        }
        PartNumber part = number.orElseThrow(PlatformAnswer::nonsense);
        if (!DIGITS.matcher(size).matches()) {
            throw nonsense();
        }
        sizes.put(part, Long.parseLong(size));
        tag.ifPresent(it -> tags.put(part, it));
    }

    private static MalformedXmlException nonsense() {
        return new MalformedXmlException("not the answer that was expected");
    }
}
