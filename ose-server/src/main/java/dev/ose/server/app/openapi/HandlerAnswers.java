package dev.ose.server.app.openapi;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.method.HandlerMethod;

/**
 * What a controller's method states about its answer beyond its type: the media type of text that it writes itself, and
 * the entity tag of a document that it answers with its header fields.
 */
public final class HandlerAnswers implements GlobalOperationCustomizer {

    private static final String OK = "200";

    @Override
    public Operation customize(Operation described, HandlerMethod method) {
        ApiResponses answers = described.getResponses();
        RequestMapping mapping = Objects.requireNonNull(
                AnnotatedElementUtils.findMergedAnnotation(method.getMethod(), RequestMapping.class));
        Class<?> body = body(method);
        if (mapping.produces().length > 0) {
            describeText(answers, method, List.of(mapping.produces()));
        } else if (body == Void.class) {
            ApiResponse elsewhere = new ApiResponse().description("The browser goes on elsewhere.");
            CommonHeaders.add(elsewhere, CommonHeaders.LOCATION);
            answers.remove(OK);
            answers.addApiResponse("302", elsewhere);
        } else if (body != null && body.isRecord()) {
            answers.values().forEach(answer -> CommonHeaders.add(answer, CommonHeaders.ETAG));
        }
        return described;
    }

    private static void describeText(ApiResponses answers, HandlerMethod method, List<String> types) {
        JsonSchema schema = new JsonSchema();
        schema.types(Set.of("string"));
        Content content = new Content();
        types.forEach(type -> content.addMediaType(type, new MediaType().schema(schema)));
        ApiResponse answer = Objects.requireNonNull(answers.get(OK)).content(content);
        if (types.contains(org.springframework.http.MediaType.TEXT_EVENT_STREAM_VALUE)) {
            answers.addApiResponse("204", new ApiResponse().description("The client has seen the last event."));
        } else if (body(method) == String.class) {
            CommonHeaders.add(answer, CommonHeaders.LINK);
        }
    }

    /** What an answer with header fields of its own contains; null for another. */
    private static @Nullable Class<?> body(HandlerMethod method) {
        ResolvableType answer = ResolvableType.forMethodReturnType(method.getMethod());
        return answer.resolve() == ResponseEntity.class ? answer.getGeneric().resolve() : null;
    }
}
