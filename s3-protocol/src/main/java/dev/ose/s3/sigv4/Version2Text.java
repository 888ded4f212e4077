package dev.ose.s3.sigv4;

import dev.ose.s3.operation.ResponseOverride;
import dev.ose.s3.sigv4.SigV4Failure.Kind;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The signed text of a request by Version 2, and the refusal of requests that the text does not cover. */
final class Version2Text {

    /** The parameter of a signature in the query; it cannot cover itself. */
    static final Set<String> CREDENTIAL_PARAMETERS = Set.of("AWSAccessKeyId", "Expires", "Signature");

    /**
     * Parameters of listings, which clients of Version 2 do not sign. They only select among what the signer may list,
     * so they are accepted with a signature that is valid for a quarter of an hour. The last one has no meaning.
     */
    static final Set<String> LISTING_PARAMETERS = Set.of(
            "continuation-token",
            "delimiter",
            "encoding-type",
            "fetch-owner",
            "key-marker",
            "list-type",
            "marker",
            "max-keys",
            "max-parts",
            "max-uploads",
            "part-number-marker",
            "prefix",
            "start-after",
            "upload-id-marker",
            "version-id-marker",
            "x-id");

    /**
     * What the text covers of a query: the names in AWS's description and those that its later SDKs and Ceph sign
     * alike. A name too many here refuses a client; one too few would be refused for being uncovered.
     */
    private static final Set<String> SIGNED_PARAMETERS = Stream.concat(
                    ResponseOverride.parameters(),
                    Stream.of(
                            "accelerate",
                            "acl",
                            "analytics",
                            "cors",
                            "delete",
                            "encryption",
                            "inventory",
                            "lifecycle",
                            "location",
                            "logging",
                            "metrics",
                            "notification",
                            "object-lock",
                            "partNumber",
                            "policy",
                            "policyStatus",
                            "publicAccessBlock",
                            "replication",
                            "requestPayment",
                            "restore",
                            "select",
                            "select-type",
                            "tagging",
                            "torrent",
                            "uploadId",
                            "uploads",
                            "versionId",
                            "versioning",
                            "versions",
                            "website"))
            .collect(Collectors.toUnmodifiableSet());

    private final SignableRequest request;
    private final String resource;
    private final CanonicalQuery query;

    Version2Text(SignableRequest request, @Nullable String bucketInHost) {
        this.request = request;
        this.resource = (bucketInHost == null ? "" : '/' + bucketInHost) + request.rawPath();
        this.query = CanonicalQuery.parse(request.rawQuery());
    }

    /** The value of a parameter that must be there once. */
    String required(String name) {
        String value = query.first(name);
        if (value == null || value.isEmpty() || query.count(name) > 1) {
            throw new SignatureRefusal(SigV4Failure.of(Kind.MISSING_QUERY_CREDENTIAL));
        }
        return value;
    }

    /** The value of a header, empty without one. Two would let the platform see another than was signed. */
    String only(String header) {
        List<String> values = request.headerValues(header);
        if (values.size() > 1) {
            throw new SignatureRefusal(SigV4Failure.headersNotSigned(List.of(header)));
        }
        return values.isEmpty() ? "" : values.getFirst().strip();
    }

    /**
     * The string to sign, with this in the place of the date. Refuses parameters that it does not cover, but for these.
     */
    String toSign(String date, Set<String> uncovered) {
        return request.method()
                + '\n'
                + only("content-md5")
                + '\n'
                + only("content-type")
                + '\n'
                + date
                + '\n'
                + amzHeaders()
                + resource
                + subresource(uncovered);
    }

    private String amzHeaders() {
        TreeMap<String, String> headers = new TreeMap<>();
        for (String name : request.headerNames()) {
            if (name.startsWith("x-amz-")) {
                headers.put(
                        name,
                        request.headerValues(name).stream().map(String::strip).collect(Collectors.joining(",")));
            }
        }
        return headers.entrySet().stream()
                .map(header -> header.getKey() + ':' + header.getValue() + '\n')
                .collect(Collectors.joining());
    }

    /**
     * The parameters that are covered, by name, with their values decoded. An ampersand in a value reads like the
     * beginning of the next parameter, so that a holder of the text could move one into the other.
     */
    private String subresource(Set<String> uncovered) {
        StringBuilder text = new StringBuilder();
        TreeSet<String> notSigned = new TreeSet<>();
        query.forEachDecoded((name, value) -> {
            if (!SIGNED_PARAMETERS.contains(name)) {
                if (!uncovered.contains(name)) {
                    notSigned.add(name);
                }
                return;
            }
            if (query.count(name) > 1 || value.indexOf('&') >= 0) {
                notSigned.add(name);
            }
            text.append(text.isEmpty() ? '?' : '&').append(name);
            if (!value.isEmpty()) {
                text.append('=').append(value);
            }
        });
        if (!notSigned.isEmpty()) {
            throw new SignatureRefusal(SigV4Failure.parametersNotSigned(notSigned));
        }
        return text.toString();
    }
}
