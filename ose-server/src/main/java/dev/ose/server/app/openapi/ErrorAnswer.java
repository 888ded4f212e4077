package dev.ose.server.app.openapi;

import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.AdminOperation.Method;
import dev.ose.server.admin.json.CoreError;
import dev.ose.server.admin.json.Problem;
import dev.ose.server.admin.json.RateLimits;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The errors of the API by status. Which of them an operation can answer follows from its row in the table and from
 * what it takes; 500 is a bug, and is not described.
 */
enum ErrorAnswer {
    BAD_REQUEST(
            400,
            "The request breaks a rule; field and errors name what is wrong. One whose head is malformed or larger"
                    + " than 16 KiB is answered as by S3, because its address is unknown."),
    UNAUTHORIZED(401, "The request shows no login, a wrong one, or one that has ended."),
    FORBIDDEN(403, "The login does not permit it, or is disabled."),
    NOT_FOUND(404, "What the request names does not exist for the caller."),
    NOT_ACCEPTABLE(406, "The answer has none of the media types that the request accepts."),
    BODY_TOO_SLOW(408, "The body came too slowly."),
    CONFLICT(409, "It exists already, or its state does not allow it."),
    LENGTH_REQUIRED(411, "The length of the body is missing."),
    PRECONDITION_FAILED(412, "It is not in the state that If-Match names; nothing was done."),
    BODY_TOO_LARGE(413, "The body is too large."),
    UNSUPPORTED_MEDIA_TYPE(415, "The body is not of the media type that the operation takes."),
    KEY_REUSED(422, "The Idempotency-Key was sent with another request."),
    TOO_MANY_WRONG_LOGINS(429, "Too many wrong logins; Retry-After states when the next one is checked."),
    NOT_OFFERED(501, "The platform does not offer it."),
    PLATFORM_FAILED(502, "The platform refused, or the outcome there is unknown."),
    UNAVAILABLE(503, "Database or platform cannot be reached, or the service is busy.");

    private static final String S3_ERROR = "application/xml";
    private static final String JSON = "application/json";

    private final int status;
    private final String meaning;

    ErrorAnswer(int status, String meaning) {
        this.status = status;
        this.meaning = meaning;
    }

    String status() {
        return Integer.toString(status);
    }

    /** The name of the component. */
    String title() {
        return ComponentNames.of(this);
    }

    /** The component that operations refer to. */
    ApiResponse described() {
        ApiResponse answer = new ApiResponse()
                .description(meaning)
                .content(new Content()
                        .addMediaType(
                                Problem.MEDIA_TYPE,
                                new MediaType().schema(new JsonSchema().$ref(Problem.class.getSimpleName()))));
        CommonHeaders.addTo(answer);
        if (this == BAD_REQUEST) {
            JsonSchema xml = new JsonSchema();
            xml.types(Set.of("string"));
            answer.getContent().addMediaType(S3_ERROR, new MediaType().schema(xml));
        }
        if (this == TOO_MANY_WRONG_LOGINS) {
            CommonHeaders.add(answer, RateLimits.LEFT);
        }
        if (this == TOO_MANY_WRONG_LOGINS || this == UNAVAILABLE || this == CONFLICT) {
            CommonHeaders.add(answer, CommonHeaders.RETRY_AFTER);
        }
        return answer;
    }

    /** The same of an operation below {@code /api/v1/core}; what is refused before it is read stays a problem. */
    ApiResponse describedInCore() {
        ApiResponse answer = described();
        answer.getContent()
                .addMediaType(JSON, new MediaType().schema(new JsonSchema().$ref(CoreError.class.getSimpleName())));
        return answer;
    }

    /** What an operation can answer. */
    static List<ErrorAnswer> of(AdminOperation operation, Operation described) {
        return Arrays.stream(values())
                .filter(error -> error.isPossible(operation, described))
                .toList();
    }

    private boolean isPossible(AdminOperation operation, Operation described) {
        boolean isWrite = operation.route().method() != Method.GET;
        boolean hasBody = described.getRequestBody() != null;
        return switch (this) {
            case BAD_REQUEST, UNAUTHORIZED, FORBIDDEN, TOO_MANY_WRONG_LOGINS, UNAVAILABLE, NOT_ACCEPTABLE -> true;
            case NOT_FOUND -> isWrite || operation.route().path().contains("{");
            case CONFLICT -> isWrite;
            case PLATFORM_FAILED -> isWrite || operation.capability().isPresent();
            case BODY_TOO_SLOW, LENGTH_REQUIRED, BODY_TOO_LARGE -> isWrite;
            case UNSUPPORTED_MEDIA_TYPE -> hasBody;
            case PRECONDITION_FAILED -> takes(described, CommonParameter.IF_MATCH);
            case KEY_REUSED -> takes(described, CommonParameter.IDEMPOTENCY_KEY);
            case NOT_OFFERED -> isWrite || operation.capability().isPresent();
        };
    }

    private static boolean takes(Operation described, CommonParameter parameter) {
        return Stream.ofNullable(described.getParameters())
                .flatMap(List::stream)
                .anyMatch(parameter::isReferredBy);
    }
}
