package dev.ose.server.app.dataplane;

import dev.ose.adapter.http.ProxyException;
import dev.ose.server.platform.transport.ProxyListener;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each series of failures of the outbound proxy once, with a code per kind of failure, and its end once.
 * Thread-safe.
 */
public final class ProxyLog implements ProxyListener {

    private static final Logger LOG = LoggerFactory.getLogger(ProxyLog.class);

    /** The reasons logged in the present series. */
    private final Set<ProxyException.Reason> logged = ConcurrentHashMap.newKeySet();

    @Override
    public void connected() {
        // Read first: this is called for each new connection, and rarely changes the set.
        if (!logged.isEmpty()) {
            logged.clear();
            LOG.info("the proxy connects nodes to the platform again");
        }
    }

    @Override
    public void failed(ProxyException why) {
        if (logged.add(why.reason())) {
            LOG.warn("{}: {}. {}", code(why.reason()), why.getMessage(), remedy(why.reason()));
        }
    }

    static String code(ProxyException.Reason reason) {
        return switch (reason) {
            case SILENT -> "OSE-1401";
            case GARBAGE -> "OSE-1402";
            case LOGIN -> "OSE-1403";
            case REFUSED -> "OSE-1404";
            case FAILED -> "OSE-1405";
        };
    }

    private static String remedy(ProxyException.Reason reason) {
        return switch (reason) {
            case SILENT -> "Check the address of oss.outbound.proxy, the firewall, and that the proxy runs.";
            case GARBAGE -> "Check that oss.outbound.proxy names an HTTP proxy without TLS.";
            case LOGIN -> "Check oss.outbound.proxy-user and oss.outbound.proxy-secret-file.";
            case REFUSED -> "Permit CONNECT to the platform's host and port in the proxy.";
            case FAILED -> "Check that the proxy knows the platform's name and reaches its port.";
        };
    }
}
