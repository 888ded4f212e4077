package dev.ose.server.app.servlet;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The hosts of the admin API: IP addresses, localhost and the configured names. Immutable. */
public final class AdminNames {

    private static final Pattern LITERAL = Pattern.compile("([0-9.]{7,15}|\\[[0-9a-f:.]{2,45}\\])(:[0-9]{1,5})?");

    private final Set<String> names;

    /** @param names lower-case host names beside localhost */
    public AdminNames(List<String> names) {
        this.names = Set.copyOf(names);
    }

    /** Whether the request's host is one of them; false without a host or with several. */
    public boolean areMeantBy(HttpServerExchange exchange) {
        @Nullable HeaderValues hosts = exchange.getRequestHeaders().get(Headers.HOST);
        return hosts != null && hosts.size() == 1 && isOne(hosts.getFirst().toLowerCase(Locale.ROOT));
    }

    private boolean isOne(String host) {
        // Unchanged first: on the default port, clients state none.
        return names.contains(host) || isOneWithPort(host);
    }

    private boolean isOneWithPort(String host) {
        char first = host.isEmpty() ? ' ' : host.charAt(0);
        boolean mayBeAddress = first == '[' || (first >= '0' && first <= '9');
        if (mayBeAddress && LITERAL.matcher(host).matches()) {
            return true;
        }
        int colon = host.lastIndexOf(':');
        String name = colon < 0 ? host : host.substring(0, colon);
        return name.equals("localhost") || names.contains(name);
    }
}
