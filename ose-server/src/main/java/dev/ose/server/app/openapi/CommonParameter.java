package dev.ose.server.app.openapi;

import dev.ose.server.admin.repetition.RepeatedCalls;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.util.Set;
import org.springframework.http.HttpHeaders;

/** Header fields that many operations take. */
enum CommonParameter {
    IF_MATCH(HttpHeaders.IF_MATCH, "The ETag of what is to be changed, or *: otherwise nothing is done."),
    IF_NONE_MATCH(HttpHeaders.IF_NONE_MATCH, "The ETag of what the client has: 304 if that is still so."),
    IDEMPOTENCY_KEY(
            RepeatedCalls.HEADER,
            "Chosen by the client for one request, which is carried out once however often it is sent within a day.");

    private final String field;
    private final String meaning;

    CommonParameter(String field, String meaning) {
        this.field = field;
        this.meaning = meaning;
    }

    /** The name of the component. */
    String title() {
        return ComponentNames.of(this);
    }

    /** The component that operations refer to. */
    Parameter described() {
        JsonSchema schema = new JsonSchema();
        schema.types(Set.of("string"));
        if (this == IDEMPOTENCY_KEY) {
            schema.pattern("^[!-~]{1,128}$");
        }
        return new Parameter().in("header").name(field).description(meaning).schema(schema);
    }

    Parameter reference() {
        return new Parameter().$ref("#/components/parameters/" + title());
    }

    boolean isReferredBy(Parameter parameter) {
        return reference().get$ref().equals(parameter.get$ref());
    }

    /** Whether a parameter that a controller declares is this one. */
    boolean is(Parameter parameter) {
        return "header".equals(parameter.getIn()) && field.equalsIgnoreCase(parameter.getName());
    }
}
