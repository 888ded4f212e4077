package dev.ose.s3.operation;

import dev.ose.s3.ByteRange;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.VersionId;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads typed arguments from a request's query and headers; a bad one throws the error that S3 answers. */
record RequestArguments(S3Method method, QueryParameters query, HeaderLookup headers) {

    private static final String COPY_SOURCE = "x-amz-copy-source";
    private static final String COPY_RANGE = "x-amz-copy-source-range";

    static S3ErrorException refused(S3Error error) {
        return new S3ErrorException(error);
    }

    S3ErrorException methodNotAllowed(String resourceType) {
        return refused(S3Error.of(S3ErrorCode.METHOD_NOT_ALLOWED)
                .with("Method", method.name())
                .with("ResourceType", resourceType));
    }

    /**
     * Refuses a known parameter that is repeated: a platform that uses the other value would act on something that was
     * not authorised.
     */
    void requireUnambiguous() {
        List<QueryParameters.Parameter> parameters = query.parameters();
        for (int i = 1; i < parameters.size(); i++) {
            String name = parameters.get(i).name();
            if (isAmong(name, parameters, i) && RequestParameters.areKnown(name)) {
                throw refused(S3Error.invalidArgument("A parameter is repeated: " + name, name, text(name)));
            }
        }
    }

    /**
     * Refuses a write with a parameter that has no value and that OSE does not know: it may select a setting that S3
     * has since, and without it the request would write or delete the object or the bucket itself.
     */
    void requireKnownSelectors() {
        if (method == S3Method.GET || method == S3Method.HEAD || method == S3Method.OPTIONS) {
            return;
        }
        for (QueryParameters.Parameter parameter : query.parameters()) {
            String name = parameter.name();
            boolean mayBeIgnored = !parameter.value().isEmpty()
                    || RequestParameters.areKnown(name)
                    || name.regionMatches(true, 0, "x-", 0, 2);
            if (!mayBeIgnored) {
                throw refused(S3Error.of(
                                S3ErrorCode.NOT_IMPLEMENTED,
                                "A query parameter you provided implies functionality that is not implemented")
                        .with("Parameter", name));
            }
        }
    }

    private static boolean isAmong(String name, List<QueryParameters.Parameter> parameters, int first) {
        for (int i = 0; i < first; i++) {
            if (parameters.get(i).name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** The one subresource that the query selects, or null. Two at once have no meaning. */
    @Nullable
    String selector() {
        List<String> found = new ArrayList<>();
        for (QueryParameters.Parameter parameter : query.parameters()) {
            if (Selectors.ALL.contains(parameter.name()) && !found.contains(parameter.name())) {
                found.add(parameter.name());
            }
        }
        if (found.size() > 1) {
            String names = String.join(", ", found);
            throw refused(
                    S3Error.invalidArgument("Conflicting query string parameters: " + names, "ResourceType", names));
        }
        return found.isEmpty() ? null : found.getFirst();
    }

    String text(String name) {
        String value = query.first(name);
        return value == null ? "" : value;
    }

    @Nullable
    VersionId versionId() {
        return versionId("versionId");
    }

    @Nullable
    VersionId versionId(String name) {
        String value = query.first(name);
        if (value == null) {
            return null;
        }
        if (value.isEmpty()) {
            throw refused(S3Error.invalidArgument("Version id cannot be the empty string", name, value));
        }
        return VersionId.parse(value)
                .orElseThrow(() -> refused(S3Error.invalidArgument("Invalid version id specified", name, value)));
    }

    void refuseVersionId() {
        String value = query.first("versionId");
        if (value != null) {
            throw refused(S3Error.invalidArgument("This operation does not accept a version-id.", "versionId", value));
        }
    }

    UploadId uploadId() {
        String value = text("uploadId");
        return UploadId.parse(value)
                .orElseThrow(
                        () -> refused(S3Error.of(S3ErrorCode.NO_SUCH_UPLOAD).with("UploadId", value)));
    }

    @Nullable
    PartNumber partNumber() {
        String value = query.first("partNumber");
        if (value == null) {
            return null;
        }
        return PartNumber.parse(value)
                .orElseThrow(() -> refused(S3Error.invalidArgument(
                        "Part number must be an integer between 1 and 10000, inclusive", "partNumber", value)));
    }

    boolean isCopy() {
        return headers.get(COPY_SOURCE) != null;
    }

    CopySource copySource() {
        String value = headers.get(COPY_SOURCE);
        return CopySource.parse(value == null ? "" : value).orElseThrow();
    }

    @Nullable
    ByteRange copyRange() {
        String value = headers.get(COPY_RANGE);
        if (value == null) {
            return null;
        }
        return ByteRange.parse(value)
                .orElseThrow(() -> refused(S3Error.invalidArgument(
                        "The x-amz-copy-source-range value must be of the form bytes=first-last where first and last"
                                + " are the zero-based offsets of the first and last bytes to copy",
                        COPY_RANGE,
                        value)));
    }

    /** Whether an existing object may be replaced; a parameter of OSE, which S3 lacks, forbids it. */
    boolean mayOverwrite() {
        String value = text("overwrite");
        if (value.equals("false")) {
            if (headers.get("if-match") != null) {
                throw refused(S3Error.invalidArgument("Conflicts with If-Match", "overwrite", value));
            }
            return false;
        }
        if (value.isEmpty() || value.equals("true")) {
            return true;
        }
        throw refused(S3Error.invalidArgument("Must be true or false", "overwrite", value));
    }

    /**
     * What a deletion removes besides its object. A wider one has no version, and leaves what is under a retention in
     * place: a request that asks for either is refused.
     */
    DeletionScope deletionScope() {
        DeletionScope scope = new DeletionScope(
                isSet("folder"), isSet("include-descendants"), isSet("delete-version"), isSet("try-async"));
        if (scope.isWhole() && !scope.isFolder()) {
            throw refused(S3Error.invalidArgument("Needs folder=true", "include-descendants", "true"));
        }
        if (scope.isBeyondS3() && query.contains("versionId")) {
            throw refused(S3Error.invalidArgument(
                    "Conflicts with folder and delete-version", "versionId", text("versionId")));
        }
        if (scope.isBeyondS3() && bypassGovernance()) {
            throw refused(S3Error.of(
                    S3ErrorCode.NOT_IMPLEMENTED,
                    "Governance is bypassed for named versions only: name them in DeleteObjects"));
        }
        return scope;
    }

    /** Whether a parameter of VMware's product is set; a bare name sets it, as it does for S3's own. */
    private boolean isSet(String name) {
        String value = query.first(name);
        if (value == null || value.equals("false")) {
            return false;
        }
        if (value.isEmpty() || value.equals("true")) {
            return true;
        }
        throw refused(S3Error.invalidArgument("Must be true or false", name, value));
    }

    ObjectKey renameSource() {
        String value = headers.get("x-amz-rename-source");
        String raw = value == null ? "" : value;
        return S3Addressing.key(raw.startsWith("/") ? raw.substring(1) : raw).orElseThrow();
    }

    boolean bypassGovernance() {
        return flag("x-amz-bypass-governance-retention");
    }

    /**
     * Accepts exactly two values: a value taken for false here might be true for a platform that decodes or trims it.
     */
    boolean flag(String header) {
        String text = headers.get(header);
        if (text == null || text.equalsIgnoreCase("false")) {
            return false;
        }
        if (text.equalsIgnoreCase("true")) {
            return true;
        }
        throw refused(S3Error.invalidArgument("Must be true or false", header, text));
    }

    ListingFilter filter(String limitName) {
        return new ListingFilter(
                text("prefix"), text("delimiter"), limit(limitName, ListingFilter.MAX_LIMIT), encoding());
    }

    private EncodingType encoding() {
        String value = text("encoding-type");
        if (value.isEmpty()) {
            return EncodingType.NONE;
        }
        if (!value.equals("url")) {
            throw refused(
                    S3Error.invalidArgument("Invalid Encoding Method specified in Request", "encoding-type", value));
        }
        return EncodingType.URL;
    }

    /** A page size: the default when absent or empty, clamped when larger than {@code max}. */
    int limit(String name, int max) {
        String value = text(name);
        return value.isEmpty() ? max : Math.min(number(value, name), max);
    }

    /** A count from the query: zero when absent. */
    int count(String name) {
        String value = text(name);
        return value.isEmpty() ? 0 : number(value, name);
    }

    /** A count from a header: {@code absent} when the header is. */
    int headerCount(String name, int absent) {
        String value = headers.get(name);
        return value == null ? absent : number(value.strip(), name);
    }

    static int number(String value, String name) {
        try {
            int number = Integer.parseInt(value);
            if (number >= 0 && value.charAt(0) != '+' && value.charAt(0) != '-') {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Answered below, like a number out of range.
        }
        throw refused(S3Error.invalidArgument(
                "Argument " + name + " must be an integer between 0 and 2147483647", name, value));
    }

    Map<ResponseOverride, String> overrides() {
        Map<ResponseOverride, String> overrides = new EnumMap<>(ResponseOverride.class);
        for (ResponseOverride override : ResponseOverride.values()) {
            String value = query.first(override.parameter());
            if (value != null) {
                if (value.chars().anyMatch(Character::isISOControl)) {
                    throw refused(S3Error.invalidArgument(
                            "Header value cannot contain control characters", override.parameter(), value));
                }
                overrides.put(override, value);
            }
        }
        return overrides;
    }

    Set<ObjectAttribute> attributes() {
        String value = headers.get("x-amz-object-attributes");
        if (value == null || value.isBlank()) {
            throw refused(S3Error.of(
                    S3ErrorCode.INVALID_REQUEST, "The x-amz-object-attributes header must name attributes."));
        }
        Set<ObjectAttribute> attributes = EnumSet.noneOf(ObjectAttribute.class);
        for (String name : value.split(",", -1)) {
            attributes.add(ObjectAttribute.find(name.strip())
                    .orElseThrow(() -> refused(S3Error.invalidArgument(
                            "Invalid attribute name specified.", "x-amz-object-attributes", name))));
        }
        return attributes;
    }

    CorsQuestion corsQuestion() {
        String origin = headers.get("origin");
        if (origin == null || origin.isEmpty()) {
            throw refused(
                    S3Error.of(S3ErrorCode.BAD_REQUEST, "Insufficient information. Origin request header needed."));
        }
        String wanted = headers.get("access-control-request-method");
        S3Method asked = S3Method.find(wanted == null ? "" : wanted)
                .filter(candidate -> candidate != S3Method.OPTIONS)
                .orElseThrow(() -> refused(
                        S3Error.of(S3ErrorCode.BAD_REQUEST, "Invalid Access-Control-Request-Method: " + wanted)));
        String names = headers.get("access-control-request-headers");
        List<String> wantedHeaders = new ArrayList<>();
        for (String name : (names == null ? "" : names).split(",", -1)) {
            if (!name.isBlank()) {
                wantedHeaders.add(name.strip().toLowerCase(Locale.ROOT));
            }
        }
        return new CorsQuestion(origin, asked, wantedHeaders);
    }
}
