package dev.ose.server.app.openapi;

import dev.ose.adapter.Capability;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.AdminOperations;
import dev.ose.server.admin.access.LinkOperation;
import dev.ose.server.admin.access.PlatformOperation;
import dev.ose.server.admin.access.PortalOperation;
import dev.ose.server.admin.access.ServiceAdminOperation;
import dev.ose.server.admin.json.CoreError;
import dev.ose.server.admin.json.Problem;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.media.Schema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;

/** Completes the document: the rows of the table, the common components, and the members of all objects. */
public final class ApiDescription implements GlobalOpenApiCustomizer {

    /** Operations without a description, and why. */
    public static final Map<AdminOperation, String> UNDESCRIBED = Map.of(
            ServiceAdminOperation.DESCRIBE_API, "answers with the document itself",
            ServiceAdminOperation.DESCRIBE_API_IN_YAML, "answers with the document itself",
            ServiceAdminOperation.BROWSE_API, "is a page that shows the document",
            ServiceAdminOperation.SHOW_API_BROWSER, "is a file of that page",
            LinkOperation.SHOW_SHARE_LINK_PAGE, "is a page",
            LinkOperation.REDEEM_SHARE_LINK, "is for the form of that page",
            PortalOperation.SHOW_LOGO, "is an image, whose path is in the branding",
            PlatformOperation.RECEIVE_NOTIFICATIONS, "is for platforms, each of which has documents of its own");

    private final DescribedTypes types;
    private final Supplier<Set<Capability>> offered;

    /** @param offered what the platform can do; the rest is not described */
    public ApiDescription(DescribedTypes types, Supplier<Set<Capability>> offered) {
        this.types = types;
        this.offered = offered;
    }

    @Override
    public void customise(OpenAPI api) {
        HealthPaths.describe(api.getPaths());
        describeOperations(api, offered.get());
        describeComponents(api.getComponents());
        describeObjects(api);
    }

    private static void describeOperations(OpenAPI api, Set<Capability> offered) {
        for (AdminOperation operation : AdminOperations.all()) {
            AdminOperation.Route route = operation.route();
            PathItem item = api.getPaths().get(route.path());
            HttpMethod method = HttpMethod.valueOf(route.method().name());
            if (item == null || !item.readOperationsMap().containsKey(method)) {
                continue;
            }
            Operation described = item.readOperationsMap().get(method);
            if (operation.isOffered(offered)) {
                OperationDetails.describe(described, operation);
            } else {
                item.operation(method, null);
                if (item.readOperations().isEmpty()) {
                    api.getPaths().remove(route.path());
                }
            }
        }
    }

    private static void describeComponents(Components components) {
        LoginSchemes.describe(components);
        CommonHeaders.describe(components);
        for (Class<?> form : List.of(Problem.class, CoreError.class)) {
            ModelConverters.getInstance(true)
                    .resolveAsResolvedSchema(new AnnotatedType(form).resolveAsRef(true))
                    .referencedSchemas
                    .forEach(components::addSchemas);
        }
        for (ErrorAnswer error : ErrorAnswer.values()) {
            components.addResponses(error.title(), error.described());
        }
        for (CommonParameter parameter : CommonParameter.values()) {
            components.addParameters(parameter.title(), parameter.described());
        }
    }

    private void describeObjects(OpenAPI api) {
        SchemaUses uses = SchemaUses.of(api);
        api.getComponents().getSchemas().forEach((name, schema) -> types.find(name)
                .filter(Class::isRecord)
                .ifPresent(described -> describe(schema, described, uses.isOfRequestsOnly(name))));
    }

    private static void describe(Schema<?> schema, Class<?> described, boolean isOfRequests) {
        if (isOfRequests) {
            RecordSchemas.ofRequest(schema, described);
        } else {
            RecordSchemas.ofAnswer(schema, described);
        }
    }
}
