package dev.ose.server.app.servlet;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers 421 to requests for a host that this listener is not: a page in somebody's browser cannot point a name of its
 * own at the admin API. IP addresses and localhost are always ours, further names come from the configuration.
 */
public final class HostNames implements HttpHandler {

    private static final Pattern LITERAL = Pattern.compile("([0-9.]{7,15}|\\[[0-9a-f:.]{2,45}\\])(:[0-9]{1,5})?");

    private static final int MISDIRECTED_REQUEST = 421;

    private final Set<String> names;
    private final HttpHandler next;

    /** @param names lower-case host names beside localhost */
    public HostNames(List<String> names, HttpHandler next) {
        this.names = Set.copyOf(names);
        this.next = next;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws Exception {
        @Nullable HeaderValues hosts = exchange.getRequestHeaders().get(Headers.HOST);
        if (hosts != null && hosts.size() == 1 && isOurs(hosts.getFirst().toLowerCase(Locale.ROOT))) {
            next.handleRequest(exchange);
        } else {
            exchange.setStatusCode(MISDIRECTED_REQUEST);
            exchange.getResponseHeaders().put(Headers.CONNECTION, "close");
            exchange.endExchange();
        }
    }

    private boolean isOurs(String host) {
        if (LITERAL.matcher(host).matches()) {
            return true;
        }
        int colon = host.lastIndexOf(':');
        String name = colon < 0 ? host : host.substring(0, colon);
        return name.equals("localhost") || names.contains(name);
    }
}
