package dev.ose.server.app.servlet;

import dev.ose.server.admin.access.LinkOperation;
import dev.ose.server.admin.access.SessionOperation;
import dev.ose.server.app.tls.TlsProvider;
import dev.ose.server.http.ClientListener;
import dev.ose.server.http.ClientWorker;
import dev.ose.server.http.WholeMessages;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.handlers.GracefulShutdownHandler;
import io.undertow.server.handlers.URLDecodingHandler;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.util.Methods;
import jakarta.servlet.ServletException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.GracefulShutdownCallback;
import org.springframework.boot.web.server.GracefulShutdownResult;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.WebServerException;

/**
 * The running admin listener, behind the same framing gate and the same limits of connections as the listeners of S3.
 */
public final class UndertowServletServer implements WebServer {

    /** Requests of the admin API are small; the limit also bounds the bytes read from a client with a wrong login. */
    private static final int MAX_BODY_BYTES = 1 << 20;

    /** Unauthenticated clients can make us read that much. */
    private static final int MAX_SIGN_IN_BYTES = 4 << 10;

    /** 35 KB/s for the largest body; the usual one of a few hundred bytes comes with its head. */
    private static final WholeMessages.Limits LIMITS =
            new WholeMessages.Limits(MAX_BODY_BYTES, Duration.ofSeconds(30), UndertowServletServer::showsLogin);

    private static final ProblemRefusals REFUSALS = new ProblemRefusals(MAX_BODY_BYTES);

    private final DeploymentManager manager;
    private final UndertowServletFactory.Front front;
    private final TlsProvider tls;
    private final Listener listener;
    private final AtomicBoolean started = new AtomicBoolean();
    private @Nullable ClientWorker worker;
    private @Nullable ClientListener port;
    private @Nullable FairServlets servlets;
    private @Nullable FairServlets servletsOfOthers;
    private @Nullable GracefulShutdownHandler graceful;
    private @Nullable HttpHandler blocking;

    /**
     * Address and certificate.
     *
     * @param ssl the certificate, absent for plain HTTP; present together with the next two
     * @param bundles reports a replaced certificate
     * @param bundleName its name there
     */
    record Listener(
            String address,
            int port,
            @Nullable SslBundle ssl,
            @Nullable SslBundles bundles,
            @Nullable String bundleName) {}

    UndertowServletServer(
            DeploymentManager manager, UndertowServletFactory.Front front, TlsProvider tls, Listener listener) {
        this.manager = manager;
        this.front = front;
        this.tls = tls;
        this.listener = listener;
    }

    @Override
    public void start() {
        if (!started.compareAndSet(false, true)) {
            return;
        }
        try {
            worker = ClientWorker.start(front.settings(), front.memory());
            worker.beatIn(front.pulse());
            blocking = manager.start();
            servlets = new FairServlets(front.isKeeper(), REFUSALS);
            graceful = new GracefulShutdownHandler(front.around().apply(inFrontOf(blocking, worker, servlets)));
            port = open(worker, graceful);
            followCertificate(port);
        } catch (ServletException e) {
            throw new WebServerException("The admin listener's servlets do not start", e);
        } catch (RuntimeException e) {
            stop();
            PortInUseException.throwIfPortBindingException(e, listener::port);
            throw new WebServerException("The admin listener does not start", e);
        }
    }

    /**
     * Answers as on its own listener, with the same limits and checks, on connections of the listeners of another
     * worker; may be asked for once. Bodies are held in the memory of that worker, and the threads are others, as many:
     * a client that only reaches those listeners can take nothing from administrators on this one. A request that came
     * by them never counts as sent on this machine, since a load balancer there speaks for others without a word of it,
     * and reads no metrics without a login.
     */
    public HttpHandler forListenersOf(ClientWorker others) {
        if (blocking == null || servletsOfOthers != null) {
            throw new IllegalStateException("the admin listener is not open, or serves others already");
        }
        servletsOfOthers = new FairServlets(front.isKeeper(), REFUSALS);
        HttpHandler server = front.around().apply(inFrontOf(blocking, others, servletsOfOthers));
        return exchange -> {
            exchange.putAttachment(OtherListener.MARK, true);
            server.handleRequest(exchange);
        };
    }

    /** Handlers that servlets need and S3 must not have: complete bodies of a limited size, and decoded paths. */
    private static HttpHandler inFrontOf(HttpHandler blocking, ClientWorker worker, FairServlets threads) {
        HttpHandler decoding = new URLDecodingHandler(blocking, StandardCharsets.UTF_8.name());
        return new WholeMessages(worker, LIMITS, threads, decoding, REFUSALS);
    }

    /**
     * Platforms that send notifications show their secret in the header of logins. Without a login only the body of a
     * sign-in is read, which is the login, and that of a link, which has its password.
     */
    private static boolean showsLogin(HttpServerExchange exchange) {
        return ShownLogin.in(exchange.getRequestHeaders()) != null
                || (exchange.getRequestMethod().equals(Methods.POST)
                        && isLoginInBody(exchange.getRequestPath())
                        && exchange.getRequestContentLength() >= 0
                        && exchange.getRequestContentLength() <= MAX_SIGN_IN_BYTES);
    }

    private static boolean isLoginInBody(String path) {
        return path.equals(SessionOperation.SIGN_IN.route().path()) || path.startsWith(LinkOperation.REDEEMED);
    }

    private ClientListener open(ClientWorker threads, HttpHandler handler) {
        InetSocketAddress address = new InetSocketAddress(listener.address(), listener.port());
        SslBundle ssl = listener.ssl();
        return ClientListener.openFor(threads, address, handler, ssl == null ? null : tls.server(ssl));
    }

    /** Applies a replaced certificate to new connections. */
    private void followCertificate(ClientListener secured) {
        if (listener.bundles() != null && listener.bundleName() != null) {
            listener.bundles()
                    .addBundleUpdateHandler(listener.bundleName(), changed -> secured.updateTls(tls.server(changed)));
        }
    }

    @Override
    public void shutDownGracefully(GracefulShutdownCallback callback) {
        GracefulShutdownHandler handler = graceful;
        if (handler == null) {
            callback.shutdownComplete(GracefulShutdownResult.IMMEDIATE);
            return;
        }
        handler.shutdown();
        handler.addShutdownListener(idle ->
                callback.shutdownComplete(idle ? GracefulShutdownResult.IDLE : GracefulShutdownResult.REQUESTS_ACTIVE));
    }

    @Override
    public void stop() {
        if (port != null) {
            port.close();
            port = null;
        }
        if (worker != null) {
            worker.close();
            worker = null;
        }
        if (servlets != null) {
            servlets.close();
            servlets = null;
        }
        if (servletsOfOthers != null) {
            servletsOfOthers.close();
            servletsOfOthers = null;
        }
    }

    @Override
    public void destroy() {
        try {
            stop();
            manager.stop();
            manager.undeploy();
        } catch (ServletException e) {
            throw new WebServerException("The admin listener's servlets do not stop", e);
        }
    }

    /** The bound port, also if any free one was configured; -1 before the start. */
    @Override
    public int getPort() {
        return port == null ? -1 : port.boundPort();
    }
}
