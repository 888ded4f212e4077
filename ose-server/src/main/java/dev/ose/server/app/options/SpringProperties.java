package dev.ose.server.app.options;

import dev.ose.config.AdminOptions;
import dev.ose.config.Configuration;
import dev.ose.config.NodeOptions;
import dev.ose.config.Option;
import dev.ose.config.S3Options;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The properties for Spring: those that OSE needs, and those that operators pass on. Spring reads no other
 * configuration.
 */
public final class SpringProperties {

    /** Name of the admin listener's certificate among Spring's. */
    public static final String ADMIN_BUNDLE = "admin";

    /** Name of the S3 listener's certificate among Spring's. */
    public static final String S3_BUNDLE = "s3";

    private SpringProperties() {}

    public static Map<String, Object> of(Configuration configuration) {
        // First, so that none of them overrides the following.
        Map<String, Object> properties = new HashMap<>(configuration.passed());
        // A file in the working directory must not configure a node.
        properties.put("spring.config.location", "optional:classpath:/dev/ose/server/none/");
        properties.put("spring.jackson.deserialization.fail-on-unknown-properties", true);
        properties.put("spring.web.resources.add-mappings", false);
        properties.put("spring.mvc.problemdetails.enabled", false);
        // The filter would read form bodies, which are not used, before authentication.
        properties.put("spring.mvc.formcontent.filter.enabled", false);
        properties.put("springdoc.api-docs.path", "/api/v1/openapi");
        properties.put("springdoc.writer-with-order-by-keys", true);
        properties.put("springdoc.show-actuator", false);
        properties.put("springdoc.default-produces-media-type", "application/json");
        properties.put("springdoc.default-consumes-media-type", "application/json");
        properties.put(
                "logging.level.root", configuration.get(NodeOptions.LOG_LEVEL).name());
        bundle(properties, ADMIN_BUNDLE, configuration, AdminOptions.TLS_CERTIFICATE, AdminOptions.TLS_PRIVATE_KEY);
        bundle(properties, S3_BUNDLE, configuration, S3Options.TLS_CERTIFICATE, S3Options.TLS_PRIVATE_KEY);
        return properties;
    }

    private static void bundle(
            Map<String, Object> properties,
            String name,
            Configuration configuration,
            Option<Path> certificate,
            Option<Path> privateKey) {
        configuration.find(certificate).ifPresent(file -> {
            String bundle = "spring.ssl.bundle.pem." + name;
            properties.put(bundle + ".reload-on-update", true);
            properties.put(bundle + ".keystore.certificate", file.toUri().toString());
            properties.put(
                    bundle + ".keystore.private-key",
                    configuration.find(privateKey).orElseThrow().toUri().toString());
        });
    }
}
