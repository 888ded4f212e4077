package dev.ose.server.app.config;

import dev.ose.config.AdminOptions;
import dev.ose.config.DirectorOptions;
import dev.ose.server.admin.json.AdminErrors;
import dev.ose.server.admin.json.TypedParameters;
import dev.ose.server.admin.json.UniqueFields;
import dev.ose.server.admin.login.KeeperLogin;
import dev.ose.server.app.boot.KeeperLink;
import dev.ose.server.app.dataplane.S3Mount;
import dev.ose.server.app.options.Listeners;
import dev.ose.server.app.options.SpringProperties;
import dev.ose.server.app.servlet.HealthAnswers;
import dev.ose.server.app.servlet.HostNames;
import dev.ose.server.app.servlet.PortalBundle;
import dev.ose.server.app.servlet.PortalFiles;
import dev.ose.server.app.servlet.UndertowServletFactory;
import dev.ose.server.app.tls.TlsProvider;
import dev.ose.server.http.BufferMemory;
import dev.ose.server.runtime.lifecycle.NodeState;
import dev.ose.server.runtime.lifecycle.Pulse;
import io.undertow.server.HttpHandler;
import io.undertow.server.handlers.accesslog.AccessLogHandler;
import java.security.SecureRandom;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.type.LogicalType;

/**
 * The admin listener and Spring MVC on it. Auto-configurations are listed individually, which saves start-up time and
 * avoids unwanted endpoints.
 */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    DispatcherServletAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    PropertyPlaceholderAutoConfiguration.class,
    SecurityFilterAutoConfiguration.class,
    SslAutoConfiguration.class,
    WebMvcAutoConfiguration.class
})
public class WebConfiguration {

    private static final Logger ACCESS = LoggerFactory.getLogger("dev.ose.access.admin");

    private static final int MAX_LINE = 4096;

    /** Without the query string, which may contain secrets. */
    private static final String ACCESS_LINE = "%h %u \"%m %U\" %s %b %D";

    /**
     * The token of a link by which an object is shared is the end of its path. What a program on the way made of the
     * path is refused, and its token is good nevertheless.
     */
    private static final Pattern LINK =
            Pattern.compile("(\"[A-Za-z]+ [^\" ]*?(?:/|%2[Ff])(?:s|%73)(?:;[^/\" ]*)?(?:/|%2[Ff])+)[^\" ]*");

    /** The memory of all the node's listeners. */
    @Bean
    BufferMemory bufferMemory() {
        return BufferMemory.ofThisJvm();
    }

    @Bean
    UniqueFields uniqueFields() {
        return new UniqueFields();
    }

    /** Reads JSON as it is written: neither {@code false} nor {@code 1} is a text, nor {@code "1"} or 1.5 a number. */
    @Bean
    JsonMapperBuilderCustomizer typedInput() {
        return builder -> builder.disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .withCoercionConfig(
                        LogicalType.Textual, texts -> texts.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail));
    }

    @Bean
    TypedParameters typedParameters() {
        return new TypedParameters();
    }

    @Bean
    AdminErrors adminErrors() {
        return new AdminErrors(bug -> LoggerFactory.getLogger(AdminErrors.class)
                .error("the admin API failed with an unexpected exception", bug));
    }

    @Bean
    TlsProvider tlsProvider(dev.ose.config.Configuration configuration) {
        return TlsProvider.of(configuration);
    }

    @Bean
    UndertowServletFactory.Front adminFront(
            dev.ose.config.Configuration configuration,
            S3Mount s3Mount,
            NodeState state,
            Pulse pulse,
            BufferMemory memory,
            KeeperLink keeper) {
        return new UndertowServletFactory.Front(
                next -> s3Mount.inFrontOf(
                        front(configuration, s3Mount, new HealthAnswers(pulse::isBeating, state::unreadiness, next))),
                header -> KeeperLogin.isShown(keeper.login(), header),
                Listeners.ofAdmin(configuration),
                pulse,
                memory);
    }

    @Bean
    UndertowServletFactory undertowServletFactory(
            dev.ose.config.Configuration configuration,
            SslBundles bundles,
            UndertowServletFactory.Front adminFront,
            TlsProvider tls) {
        UndertowServletFactory factory = new UndertowServletFactory(adminFront, tls);
        factory.setPort(configuration.get(AdminOptions.PORT));
        factory.setAddress(Listeners.host(configuration, AdminOptions.ADDRESS));
        factory.setShutdown(Shutdown.GRACEFUL);
        if (configuration.find(AdminOptions.TLS_CERTIFICATE).isPresent()) {
            factory.setSslBundles(bundles);
            factory.setSsl(Ssl.forBundle(SpringProperties.ADMIN_BUNDLE));
        }
        return factory;
    }

    private static HttpHandler front(dev.ose.config.Configuration configuration, S3Mount s3, HttpHandler next) {
        PortalFiles.Neighbours neighbours =
                new PortalFiles.Neighbours(DirectorOptions.allowedOrigins(configuration), s3::origin);
        HttpHandler portal = PortalFiles.inFrontOf(next, PortalBundle.read(), neighbours, new SecureRandom());
        HttpHandler named = new HostNames(Listeners.adminNames(configuration), portal);
        return configuration.get(AdminOptions.ACCESS_LOG)
                ? new AccessLogHandler(
                        named, WebConfiguration::log, ACCESS_LINE, WebConfiguration.class.getClassLoader())
                : named;
    }

    private static String shown(String line) {
        String shown = LINK.matcher(line).replaceFirst("$1***");
        return shown.length() > MAX_LINE ? shown.substring(0, MAX_LINE) + "..." : shown;
    }

    /** A path may be as long as a request line; longer ones than served paths are truncated. */
    private static void log(String line) {
        if (ACCESS.isInfoEnabled()) {
            ACCESS.info(shown(line));
        }
    }
}
