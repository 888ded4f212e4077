package dev.ose.server.app.servlet;

import dev.ose.server.app.tls.TlsProvider;
import dev.ose.server.http.BufferMemory;
import dev.ose.server.http.ListenerSettings;
import dev.ose.server.runtime.lifecycle.Pulse;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.ErrorPage;
import io.undertow.servlet.api.ServletContainerInitializerInfo;
import io.undertow.servlet.api.ServletStackTraces;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.AbstractConfigurableWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.boot.web.server.servlet.ServletContextInitializers;
import org.springframework.boot.web.server.servlet.ServletWebServerSettings;
import org.springframework.boot.web.servlet.ServletContextInitializer;

/**
 * Creates the admin listener: Undertow with its servlet container. Without sessions, JSP, compression and static files,
 * which the admin API does not need.
 */
public final class UndertowServletFactory extends AbstractConfigurableWebServerFactory
        implements ConfigurableServletWebServerFactory {

    private static final Logger LOG = LoggerFactory.getLogger(UndertowServletFactory.class);

    private final ServletWebServerSettings settings = new ServletWebServerSettings();
    private final Front front;
    private final TlsProvider tls;

    /**
     * The layers in front of the servlets.
     *
     * @param around wraps the handler of all requests, such as by the check of host names; runs on I/O threads
     * @param isKeeper whether an {@code Authorization} header is the keeper's login
     * @param settings of the listener's connections
     * @param pulse monitors the listener's I/O threads
     * @param memory buffer memory of all listeners
     */
    public record Front(
            UnaryOperator<HttpHandler> around,
            Predicate<String> isKeeper,
            ListenerSettings settings,
            Pulse pulse,
            BufferMemory memory) {}

    /** @param tls speaks TLS if there is a certificate */
    public UndertowServletFactory(Front front, TlsProvider tls) {
        this.front = front;
        this.tls = tls;
    }

    @Override
    public ServletWebServerSettings getSettings() {
        return settings;
    }

    @Override
    public WebServer getWebServer(ServletContextInitializer... initializers) {
        DeploymentInfo deployment = Servlets.deployment()
                .setDeploymentName("admin")
                .setContextPath("/")
                .setClassLoader(getClass().getClassLoader())
                .setDefaultEncoding(StandardCharsets.UTF_8.name())
                .setServletStackTraces(ServletStackTraces.NONE)
                .setExceptionHandler(UndertowServletFactory::log)
                .addInnerHandlerChainWrapper(OtherListener::mark)
                .addServletContainerInitializer(new ServletContainerInitializerInfo(
                        Initializer.class,
                        new ImmediateInstanceFactory<>(
                                new Initializer(ServletContextInitializers.from(settings, initializers))),
                        Set.of()));
        getErrorPages().forEach(page -> deployment.addErrorPage(translate(page)));
        DeploymentManager manager = Servlets.newContainer().addDeployment(deployment);
        manager.deploy();
        return new UndertowServletServer(manager, front, tls, listener());
    }

    /** Without the path, which Undertow itself would log: that of a link has its token. Undertow answers. */
    private static boolean log(
            HttpServerExchange exchange, ServletRequest request, ServletResponse response, Throwable failure) {
        LOG.error("a request of the admin API failed before it was answered", failure);
        return false;
    }

    private UndertowServletServer.Listener listener() {
        int port = getPort();
        @Nullable InetAddress address = getAddress();
        return new UndertowServletServer.Listener(
                address == null ? "0.0.0.0" : address.getHostAddress(),
                port,
                getSsl() == null ? null : getSslBundle(),
                getSsl() == null ? null : getSslBundles(),
                getSsl() == null ? null : getSsl().getBundle());
    }

    private static ErrorPage translate(org.springframework.boot.web.error.ErrorPage page) {
        if (page.getStatus() != null) {
            return new ErrorPage(page.getPath(), page.getStatusCode());
        }
        return page.getException() == null
                ? new ErrorPage(page.getPath())
                : new ErrorPage(page.getPath(), page.getException());
    }

    /** Calls Spring's registration of servlet and filters. */
    private record Initializer(ServletContextInitializers initializers) implements ServletContainerInitializer {

        @Override
        public void onStartup(@Nullable Set<Class<?>> classes, ServletContext context) throws ServletException {
            for (ServletContextInitializer initializer : initializers) {
                initializer.onStartup(context);
            }
        }
    }
}
