package dev.ose.server.app.openapi;

import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.AdminOperation.Method;
import dev.ose.server.admin.json.CoreError;
import dev.ose.server.admin.repetition.RepeatedCalls;
import dev.ose.server.app.servlet.HealthAnswers;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Completes the description of an operation by its row in the table. */
final class OperationDetails {

    private OperationDetails() {}

    static void describe(Operation described, AdminOperation operation) {
        described.operationId(operation.title());
        described.security(LoginSchemes.of(operation));
        described.description(text(described, operation));
        describeExtensions(described, operation);
        if (!HealthAnswers.PATHS.contains(operation.route().path())) {
            describeParameters(described, operation);
            describeAnswers(described, operation);
        }
    }

    private static String text(Operation described, AdminOperation operation) {
        StringBuilder text = new StringBuilder(Objects.requireNonNullElse(described.getDescription(), ""));
        text.append(text.isEmpty() ? "For " : "\n\nFor ")
                .append(roles(operation))
                .append('.');
        operation.policyAction().ifPresent(action -> text.append(" Attached policies must allow `")
                .append(action)
                .append("`."));
        if (operation.needsSignIn()) {
            text.append(" A token is refused.");
        }
        if (operation.isAudited()) {
            text.append(" In the audit log.");
        }
        return text.toString();
    }

    private static String roles(AdminOperation operation) {
        return operation.roles().stream()
                .map(role -> '`' + role.name() + '`')
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static void describeExtensions(Operation described, AdminOperation operation) {
        described.addExtension(
                "x-roles", operation.roles().stream().map(Enum::name).sorted().toList());
        operation.capability().ifPresent(needed -> described.addExtension("x-capability", needed.name()));
        if (operation.impersonates()) {
            described.addExtension("x-impersonates", true);
        }
    }

    private static void describeParameters(Operation described, AdminOperation operation) {
        List<Parameter> parameters = new ArrayList<>();
        for (Parameter declared : Objects.requireNonNullElse(described.getParameters(), List.<Parameter>of())) {
            parameters.add(common(declared));
            if ("path".equals(declared.getIn())) {
                PathVariable.describe(declared);
            } else if (declared.getSchema() != null && declared.getSchema().getTypes() != null) {
                // A parameter is absent, but never null.
                declared.getSchema().getTypes().remove("null");
            }
        }
        if (RepeatedCalls.isKept(operation)) {
            parameters.add(CommonParameter.IDEMPOTENCY_KEY.reference());
        }
        if (operation.route().method() == Method.GET && isTagged(described)) {
            parameters.add(CommonParameter.IF_NONE_MATCH.reference());
        }
        described.parameters(parameters.isEmpty() ? null : parameters);
    }

    private static Parameter common(Parameter declared) {
        for (CommonParameter known : CommonParameter.values()) {
            if (known.is(declared)) {
                return known.reference();
            }
        }
        return declared;
    }

    private static boolean isTagged(Operation described) {
        return described.getResponses().values().stream()
                .anyMatch(answer ->
                        answer.getHeaders() != null && answer.getHeaders().containsKey(CommonHeaders.ETAG));
    }

    private static void describeAnswers(Operation described, AdminOperation operation) {
        ApiResponses answers = described.getResponses();
        answers.values().forEach(CommonHeaders::addTo);
        if (operation.route().method() == Method.GET && isTagged(described)) {
            ApiResponse unchanged = new ApiResponse().description("What the client has is what there is.");
            CommonHeaders.addTo(unchanged);
            CommonHeaders.add(unchanged, CommonHeaders.ETAG);
            answers.addApiResponse("304", unchanged);
        }
        for (ErrorAnswer error : ErrorAnswer.of(operation, described)) {
            answers.addApiResponse(
                    error.status(),
                    CoreError.isUsual(operation.route().path())
                            ? error.describedInCore()
                            : new ApiResponse().$ref("#/components/responses/" + error.title()));
        }
    }
}
