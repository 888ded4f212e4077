package dev.ose.server.s3.object;

import dev.ose.adapter.Capability;
import dev.ose.adapter.Quirk;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.Tagging;
import dev.ose.s3.operation.RequestMembers;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.PlatformReply;
import dev.ose.server.s3.relay.OperationContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What describes the copy of an object: as the directives say, what the request states of it, or what the source has.
 * ACL, encryption, storage class, object lock and redirection are those of the request, as in every copy.
 */
final class CopiedDescription {

    private static final Set<String> OF_HTTP = Set.of(
            "cache-control", "content-disposition", "content-encoding", "content-language", "content-type", "expires");

    private static final String METADATA = "x-amz-meta-";
    private static final String TAGS = "x-amz-tagging";
    private static final String CHECKSUM = "x-amz-checksum-";
    private static final String CRC64 = "x-amz-checksum-crc64nvme";
    private static final String CHECKSUM_TYPE = "x-amz-checksum-type";
    private static final String FULL_OBJECT = "FULL_OBJECT";

    /** An encoded word of RFC 2047: S3 writes metadata so that is not ASCII. */
    private static final String ENCODED = "=?";

    private final OperationContext context;
    private final List<HeaderField> stated;
    private final Directive metadata;
    private final Directive tagging;

    /** A directive of the request. */
    private enum Directive {
        COPY,
        REPLACE,
        /** The platform refuses it. */
        OTHER;

        static Directive of(OperationContext context, String header) {
            String value = String.join(",", context.request().headerValues(header));
            return switch (value) {
                case "", "COPY" -> COPY;
                case "REPLACE" -> REPLACE;
                default -> OTHER;
            };
        }
    }

    /**
     * Call on the I/O thread.
     *
     * @param stated the headers of the copy for the platform
     */
    CopiedDescription(OperationContext context, List<HeaderField> stated) {
        this.context = context;
        this.stated = List.copyOf(stated);
        this.metadata = Directive.of(context, "x-amz-metadata-directive");
        this.tagging = Directive.of(context, "x-amz-tagging-directive");
    }

    /** Whether an upload can state what the request does. */
    boolean isOfUploads() {
        return metadata != Directive.OTHER
                && tagging != Directive.OTHER
                && stated.stream().noneMatch(header -> header.name().equals("x-amz-checksum-algorithm"))
                && SplitRequests.keepsTagsAndLocks(context, isTagStated() ? stated : withoutTags());
    }

    private boolean isTagStated() {
        return tagging == Directive.REPLACE;
    }

    private List<HeaderField> withoutTags() {
        return stated.stream().filter(header -> !header.name().equals(TAGS)).toList();
    }

    /**
     * The headers of the upload; empty if it could not have all that the copy of this source must have. May ask for the
     * source's tags. Blocks.
     */
    Optional<List<HeaderField>> find(DocumentRequest request, SourceHead source, PlatformReply head) {
        if (!isKeptByUploads(head)) {
            return Optional.empty();
        }
        List<HeaderField> headers = new ArrayList<>();
        withoutTags().stream().filter(this::isStatedOfCopy).forEach(headers::add);
        if (metadata == Directive.COPY) {
            head.forEachHeader((name, value) -> {
                if (isMetadata(name)) {
                    headers.add(new HeaderField(name, value));
                }
            });
        }
        Optional<String> tags = tags(request, source, head);
        tags.filter(text -> !text.isEmpty()).ifPresent(text -> headers.add(new HeaderField(TAGS, text)));
        return tags.map(_ -> headers);
    }

    private static boolean isMetadata(String name) {
        return OF_HTTP.contains(name) || name.startsWith(METADATA);
    }

    private boolean isStatedOfCopy(HeaderField header) {
        String name = header.name();
        if (isMetadata(name)) {
            return metadata == Directive.REPLACE;
        }
        return name.startsWith("x-amz-")
                && RequestMembers.isPassed("CreateMultipartUpload", name)
                && !SplitRequests.isOfLaterRequests(name);
    }

    /** Whether the source has nothing that an upload would lose, or that its head does not state as it is. */
    private boolean isKeptByUploads(PlatformReply head) {
        boolean[] isKept = {true};
        head.forEachHeader((name, value) -> isKept[0] &= switch (name) {
            case "x-amz-missing-meta", "x-amz-website-redirect-location" -> false;
            case CHECKSUM_TYPE -> value.equals(FULL_OBJECT);
            // Given to each upload, too.
            case CRC64 ->
                context.platform().offers(Capability.CRC64NVME)
                        && !context.platform().has(Quirk.UPLOADS_NOT_SUMMED_UP);
            default ->
                !name.startsWith(CHECKSUM) && (metadata == Directive.REPLACE || !isMetadata(name) || isPlain(value));
        });
        return isKept[0];
    }

    private static boolean isPlain(String value) {
        return !value.contains(ENCODED) && value.chars().allMatch(c -> c >= ' ' && c <= '~');
    }

    /** As a header states them; empty if they are not known, or an upload could not have them. */
    private Optional<String> tags(DocumentRequest request, SourceHead source, PlatformReply head) {
        if (isTagStated()) {
            return Optional.of(stated.stream()
                    .filter(header -> header.name().equals(TAGS))
                    .map(HeaderField::value)
                    .findFirst()
                    .orElse(""));
        }
        boolean isNone = head.header("x-amz-tagging-count").filter("0"::equals).isPresent();
        if (isNone || !context.platform().offers(Capability.TAGGING)) {
            return Optional.of("");
        }
        // Without a count the source has none, or the caller may not see them.
        return source.tags(request)
                .map(Tagging::tags)
                .filter(tags -> tags.isEmpty() || !context.platform().has(Quirk.UPLOAD_TAGS_AND_LOCKS_OVERLOOKED))
                .map(CopiedDescription::header);
    }

    private static String header(List<Tagging.Tag> tags) {
        return tags.stream()
                .map(tag -> UriEncoding.encodeQuery(tag.key()) + '=' + UriEncoding.encodeQuery(tag.value()))
                .collect(Collectors.joining("&"));
    }
}
