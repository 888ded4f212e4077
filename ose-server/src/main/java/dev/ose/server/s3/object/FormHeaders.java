package dev.ose.server.s3.object;

import dev.ose.s3.UriEncoding;
import dev.ose.s3.chunked.ContentCodings;
import dev.ose.s3.document.Tagging;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.form.PostForm;
import dev.ose.s3.operation.RequestMembers;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.relay.HeaderPolicy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The fields of a form that describe its object, as the headers of a PUT. Each name that AWS reserves is a header, part
 * of the signature, or refused; other names have no meaning in S3.
 */
final class FormHeaders {

    private static final String CODING = "content-encoding";

    private FormHeaders() {}

    static List<HeaderField> of(PostForm form) {
        List<HeaderField> headers = new ArrayList<>();
        form.fields().forEach((name, value) -> {
            switch (name) {
                case "acl" -> add(headers, "x-amz-acl", value);
                case "tagging" -> add(headers, "x-amz-tagging", tags(value));
                case CODING -> add(headers, CODING, ContentCodings.withoutChunking(value));
                case "x-amz-algorithm", "x-amz-credential", "x-amz-date", "x-amz-security-token", "x-amz-signature" -> {
                    // Part of the signature.
                }
                default -> {
                    RequestMembers.requireOffered("PutObject", List.of(name), _ -> value);
                    if (HeaderPolicy.describesObject(name)) {
                        add(headers, name, value);
                    } else if (name.startsWith("x-amz-")) {
                        throw unoffered(name);
                    }
                }
            }
        });
        return headers;
    }

    private static void add(List<HeaderField> headers, String name, String value) {
        String bytes = new String(value.strip().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        boolean isSafe = bytes.chars().allMatch(c -> c == '\t' || (c >= ' ' && c != 0x7f));
        boolean isToken = name.chars().allMatch(FormHeaders::isTokenCharacter);
        if (!isSafe || !isToken) {
            // It would end the header, or the head, that it stands in.
            throw new FailureException(new Failure.Unacceptable(
                    S3Error.invalidArgument("A field holds characters that no header may hold.", name, "")));
        }
        if (headers.stream().anyMatch(header -> header.name().equals(name))) {
            // Two fields for one header: which of them counts, the platform might see otherwise than our policies do.
            throw new FailureException(
                    new Failure.Unacceptable(S3Error.invalidArgument("Two fields say the same.", name, "")));
        }
        if (!bytes.isEmpty()) {
            headers.add(new HeaderField(name, bytes));
        }
    }

    private static FailureException unoffered(String name) {
        return new FailureException(
                new Failure.Unacceptable(S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Header", name)));
    }

    private static boolean isTokenCharacter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
    }

    /** A form states its tags as a document, a PUT as a query. */
    private static String tags(String document) {
        return Tagging.read(document.getBytes(StandardCharsets.UTF_8), Tagging.MAX_OBJECT_TAGS).tags().stream()
                .map(tag -> UriEncoding.encodeQuery(tag.key()) + '=' + UriEncoding.encodeQuery(tag.value()))
                .collect(Collectors.joining("&"));
    }
}
