package dev.ose.server.app.config;

import dev.ose.adapter.Capability;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.AdminOperations;
import dev.ose.server.platform.Platform;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.util.Set;
import org.springdoc.core.configuration.SpringDocConfiguration;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.properties.SpringDocConfigProperties;
import org.springdoc.webmvc.core.configuration.MultipleOpenApiSupportConfiguration;
import org.springdoc.webmvc.core.configuration.SpringDocWebMvcConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The OpenAPI description of the admin API, generated from its controllers and its table of permissions. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    MultipleOpenApiSupportConfiguration.class,
    SpringDocConfigProperties.class,
    SpringDocConfiguration.class,
    SpringDocWebMvcConfiguration.class
})
class OpenApiConfiguration {

    private static final String SCHEME = "admin";

    @Bean
    OpenAPI openApi() {
        return new OpenAPI()
                .info(new Info()
                        .title("OSE admin API")
                        .version("v1")
                        .description("Tenants, users and credentials. Errors are problem+json (RFC 9457). x-roles names"
                                + " who may ask; users of tenants act in their tenant only, and TENANT_USER on itself."
                                + " What the platform cannot do is not described."))
                .components(new Components()
                        .addSecuritySchemes(
                                SCHEME,
                                new SecurityScheme()
                                        .type(SecurityScheme.Type.HTTP)
                                        .scheme("basic")))
                .addSecurityItem(new SecurityRequirement().addList(SCHEME));
    }

    @Bean
    GlobalOpenApiCustomizer rights(ObjectProvider<Platform> platform) {
        return api -> describe(api.getPaths(), platform.getObject().capabilities());
    }

    private static void describe(Paths paths, Set<Capability> offered) {
        for (AdminOperation operation : AdminOperations.all()) {
            AdminOperation.Route route = operation.route();
            PathItem item = paths.get(route.path());
            HttpMethod method = HttpMethod.valueOf(route.method().name());
            if (item == null || !item.readOperationsMap().containsKey(method)) {
                continue;
            }
            Operation described = item.readOperationsMap().get(method);
            if (operation.isOffered(offered)) {
                describe(described, operation);
            } else {
                item.operation(method, null);
                if (item.readOperations().isEmpty()) {
                    paths.remove(route.path());
                }
            }
        }
    }

    private static void describe(Operation described, AdminOperation operation) {
        described.operationId(operation.title());
        described.addExtension(
                "x-roles", operation.roles().stream().map(Enum::name).sorted().toList());
        operation.capability().ifPresent(needed -> described.addExtension("x-capability", needed.name()));
        if (operation.impersonates()) {
            described.addExtension("x-impersonates", true);
        }
    }
}
