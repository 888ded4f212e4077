package dev.ose.server.app.dataplane;

import dev.ose.config.Configuration;
import dev.ose.config.NodeOptions;
import dev.ose.config.S3Options;
import dev.ose.server.admin.s3.S3Endpoint;
import dev.ose.server.app.options.Listeners;
import dev.ose.server.app.options.PortalOrigins;
import dev.ose.server.app.options.SpringProperties;
import dev.ose.server.app.servlet.UndertowServletServer;
import dev.ose.server.app.tls.TlsProvider;
import dev.ose.server.http.ClientListener;
import dev.ose.server.http.ClientWorker;
import dev.ose.server.runtime.lifecycle.Pulse;
import dev.ose.server.s3.S3Pipeline;
import io.undertow.server.HttpHandler;
import java.net.URI;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.Lifecycle;
import org.springframework.context.Phased;

/**
 * The S3 listeners. They open last and stop first, while all services of their requests still run. Not a {@code
 * SmartLifecycle}: Spring would create it with all its dependencies before the admin listener opens.
 */
public final class S3Listeners implements Lifecycle, Phased {

    /** Names below it are not known everywhere. */
    private static final String LOCAL = "localhost";

    private final Configuration configuration;
    private final DataPlane dataPlane;
    private final ClientWorker worker;
    private final S3Mount mount;
    private final Pulse pulse;
    private final ServletWebServerApplicationContext admin;
    private volatile @Nullable ClientListener plain;
    private volatile @Nullable ClientListener tls;

    public S3Listeners(
            Configuration configuration,
            DataPlane dataPlane,
            ClientWorker worker,
            S3Mount mount,
            Pulse pulse,
            ServletWebServerApplicationContext admin) {
        this.configuration = configuration;
        this.dataPlane = dataPlane;
        this.worker = worker;
        this.mount = mount;
        this.pulse = pulse;
        this.admin = admin;
    }

    /** After the admin listener's phases at the start, before them at the stop. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }

    @Override
    public void start() {
        Set<String> pages = PortalOrigins.of(
                configuration, Objects.requireNonNull(admin.getWebServer()).getPort());
        S3Pipeline pipeline = dataPlane.pipeline("", pages);
        mount.open(worker.mountBesidePages(dataPlane.pipeline(S3Mount.PATH_PREFIX, pages)));
        open(pipeline);
        mount.announce(new S3Endpoint(this::publicUrl, configuration.get(S3Options.REGION)).url());
        worker.beatIn(pulse);
    }

    /**
     * If the S3 listeners also serve management, it is only on the one with TLS, if there is one, because requests
     * contain logins.
     */
    private void open(S3Pipeline pipeline) {
        HttpHandler s3 = worker.mount(pipeline);
        HttpHandler front = configuration.get(S3Options.MANAGEMENT)
                ? new SharedPort(
                        Listeners.adminNames(configuration),
                        s3,
                        worker.mountBesidePages(pipeline),
                        worker.lendTo(((UndertowServletServer) Objects.requireNonNull(admin.getWebServer()))
                                .forListenersOf(worker)))
                : s3;
        boolean hasTls = configuration.find(S3Options.TLS_PORT).isPresent();
        plain = Listeners.open(
                configuration,
                S3Options.PORT,
                () -> ClientListener.openFor(
                        worker, Listeners.address(configuration, S3Options.PORT), hasTls ? s3 : front, null));
        if (hasTls) {
            openTls(front);
        }
    }

    private void openTls(HttpHandler front) {
        SslBundles certificates = admin.getBean(SslBundles.class);
        TlsProvider provider = admin.getBean(TlsProvider.class);
        ClientListener secured = Listeners.open(
                configuration,
                S3Options.TLS_PORT,
                () -> ClientListener.openFor(
                        worker,
                        Listeners.address(configuration, S3Options.TLS_PORT),
                        front,
                        provider.server(certificates.getBundle(SpringProperties.S3_BUNDLE))));
        tls = secured;
        certificates.addBundleUpdateHandler(
                SpringProperties.S3_BUNDLE, changed -> secured.updateTls(provider.server(changed)));
    }

    /** Where clients reach S3: as configured, else at the listener itself, the one with TLS if there is one. */
    public URI publicUrl() {
        return configuration.find(S3Options.PUBLIC_URL).orElseGet(this::ownUrl);
    }

    private URI ownUrl() {
        String domain = configuration.get(S3Options.DOMAINS).getFirst();
        String host = domain.equals(LOCAL) ? domain : "s3." + domain;
        return securePort() < 0
                ? URI.create("http://" + host + ':' + port())
                : URI.create("https://" + host + ':' + securePort());
    }

    /** The bound port. */
    public int port() {
        ClientListener listener = plain;
        return listener == null ? -1 : listener.boundPort();
    }

    /** The bound port of the listener with TLS; -1 if there is none. */
    public int securePort() {
        ClientListener listener = tls;
        return listener == null ? -1 : listener.boundPort();
    }

    @Override
    public boolean isRunning() {
        return plain != null;
    }

    /** Announces the stop to clients, then blocks until requests in flight have ended, at most for the grace period. */
    @Override
    public void stop() {
        try {
            giveNotice();
            for (@Nullable ClientListener listener : new @Nullable ClientListener[] {plain, tls}) {
                if (listener != null) {
                    listener.stopAccepting();
                }
            }
            worker.drain(configuration.get(NodeOptions.SHUTDOWN_GRACE));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            plain = null;
        }
    }

    /** Readiness already reports the stop; load balancers that have seen it send no new requests. */
    private void giveNotice() throws InterruptedException {
        worker.windDown();
        TimeUnit.NANOSECONDS.sleep(
                configuration.get(NodeOptions.SHUTDOWN_NOTICE).toNanos());
    }
}
