package dev.ose.server.app.servlet;

import dev.ose.s3.AddressRange;
import dev.ose.server.admin.json.RateLimits;
import dev.ose.server.http.WholeMessages;
import dev.ose.server.runtime.fairness.FairGate;
import dev.ose.server.runtime.fairness.FairThreads;
import io.undertow.server.Connectors;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The threads of servlets. Requests share them by address and by login: neither one address with many logins nor one
 * login from many addresses gets all of them. The keeper and the metrics have threads of their own, because a busy node
 * must not look dead to its supervision.
 */
final class FairServlets implements WholeMessages.Threads, AutoCloseable {

    /** Path of the Prometheus metrics. */
    static final String METRICS = "/metrics/prometheus";

    private static final int AT_ONCE = 16;

    /** Most of the threads, because behind a balancer all administrators have one address. */
    private static final int PER_CLIENT = RateLimits.PER_ADDRESS;

    /** Fewer than half of the threads, so that two logins with slow requests leave some to a third. */
    private static final int PER_LOGIN = RateLimits.PER_LOGIN;

    private static final int QUEUED = 256;
    private static final int KEEPER_THREADS = 4;
    private static final int METRICS_THREADS = 2;
    private static final int RESERVE_QUEUED = 64;

    private final FairGate logins;
    private final FairThreads shared;
    private final FairThreads ofKeeper =
            FairThreads.ofPlatform("admin-keeper-", KEEPER_THREADS, KEEPER_THREADS, RESERVE_QUEUED);
    private final FairThreads ofMetrics = FairThreads.ofPlatform("admin-metrics-", METRICS_THREADS, 1, RESERVE_QUEUED);
    private final Predicate<String> isKeeper;
    private final WholeMessages.Refusals refusals;

    /** @param isKeeper whether an {@code Authorization} header is the keeper's login */
    FairServlets(Predicate<String> isKeeper, WholeMessages.Refusals refusals) {
        this(isKeeper, refusals, QUEUED);
    }

    /** @param queued maximum number of waiting requests */
    FairServlets(Predicate<String> isKeeper, WholeMessages.Refusals refusals, int queued) {
        this.isKeeper = isKeeper;
        this.refusals = refusals;
        this.logins = new FairGate(PER_LOGIN, queued);
        this.shared = FairThreads.ofPlatform("admin-", AT_ONCE, PER_CLIENT, queued);
    }

    @Override
    public void dispatch(HttpServerExchange exchange, HttpHandler blocking) {
        Object client = AddressRange.networkOf(exchange.getSourceAddress().getAddress());
        @Nullable String shown = ShownLogin.in(exchange.getRequestHeaders());
        Runnable refuse = () -> refuse(exchange);
        Executor threads;
        if (shown != null && isKeeper.test(shown)) {
            threads = work -> ofKeeper.execute(ofKeeper, work, refuse);
        } else if (exchange.getRequestURI().equals(METRICS)) {
            threads = work -> ofMetrics.execute(client, work, refuse);
        } else if (shown == null) {
            threads = work -> shared.execute(client, work, refuse);
        } else {
            Object login = ShownLogin.of(shown);
            threads = work -> logins.enter(login, () -> share(client, login, work, refuse), refuse);
        }
        exchange.dispatch(threads, blocking);
    }

    private void share(Object client, Object login, Runnable work, Runnable refuse) {
        shared.execute(
                client,
                () -> {
                    try {
                        work.run();
                    } finally {
                        logins.leave(login);
                    }
                },
                () -> {
                    logins.leave(login);
                    refuse.run();
                });
    }

    private void refuse(HttpServerExchange exchange) {
        exchange.getIoThread().execute(() -> Connectors.executeRootHandler(this::tellBusy, exchange));
    }

    private void tellBusy(HttpServerExchange exchange) {
        exchange.getResponseSender().send(refusals.begin(exchange, WholeMessages.Fault.BUSY, 0));
    }

    @Override
    public void close() {
        shared.close();
        ofKeeper.close();
        ofMetrics.close();
    }
}
