package dev.ose.server.app.config;

import dev.ose.server.app.openapi.ApiDescription;
import dev.ose.server.app.openapi.DescribedTypes;
import dev.ose.server.app.openapi.HandlerAnswers;
import dev.ose.server.platform.Platform;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import org.springdoc.core.configuration.SpringDocConfiguration;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
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

    /** Of the API, whose paths have the first number; the second grows with each addition. */
    private static final String VERSION = "1.0";

    @Bean
    OpenAPI openApi() {
        return new OpenAPI()
                .info(new Info()
                        .title("OSE admin API")
                        .version(VERSION)
                        .license(new License().name("Apache-2.0").identifier("Apache-2.0"))
                        .description("Errors are problem+json (RFC 9457) with a stable code. x-roles names who may"
                                + " ask; users of tenants act in their tenant only, and TENANT_USER on itself. What the"
                                + " platform cannot do is not described. New members of answers may be added at any"
                                + " time."))
                // Where the document is.
                .servers(List.of(new Server().url("/")))
                .components(new Components());
    }

    @Bean
    DescribedTypes describedTypes() {
        return new DescribedTypes();
    }

    @Bean
    GlobalOperationCustomizer handlerAnswers() {
        return new HandlerAnswers();
    }

    @Bean
    GlobalOpenApiCustomizer apiDescription(DescribedTypes types, ObjectProvider<Platform> platform) {
        return new ApiDescription(types, () -> platform.getObject().capabilities());
    }
}
