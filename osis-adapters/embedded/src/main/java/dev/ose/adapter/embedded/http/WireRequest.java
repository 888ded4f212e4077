package dev.ose.adapter.embedded.http;

import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.operation.RawTarget;
import dev.ose.s3.sigv4.SignableRequest;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderValues;
import io.undertow.util.HttpString;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A request as it was on the wire: each char of its texts is one byte. */
final class WireRequest implements SignableRequest, HeaderLookup {

    private final HttpServerExchange exchange;
    private final RawTarget target;

    WireRequest(HttpServerExchange exchange, RawTarget target) {
        this.exchange = exchange;
        this.target = target;
    }

    /** The request target as it stood in the request line. */
    static String rawTarget(HttpServerExchange exchange) {
        String query = exchange.getQueryString();
        return query.isEmpty() ? exchange.getRequestURI() : exchange.getRequestURI() + '?' + query;
    }

    RawTarget target() {
        return target;
    }

    @Override
    public String method() {
        return exchange.getRequestMethod().toString();
    }

    @Override
    public String rawPath() {
        return target.path();
    }

    @Override
    public String rawQuery() {
        String query = target.query();
        return query == null ? "" : query;
    }

    @Override
    public List<String> headerValues(String lowerCaseName) {
        HeaderValues values = exchange.getRequestHeaders().get(lowerCaseName);
        return values == null ? List.of() : List.copyOf(values);
    }

    @Override
    public List<String> headerNames() {
        List<String> names = new ArrayList<>();
        for (HttpString name : exchange.getRequestHeaders().getHeaderNames()) {
            names.add(name.toString().toLowerCase(Locale.ROOT));
        }
        return names;
    }

    @Override
    public @Nullable String get(String name) {
        List<String> values = headerValues(name);
        return values.isEmpty() ? null : String.join(",", values);
    }

    /** The header's value, or empty when it is absent. */
    String text(String name) {
        String value = get(name);
        return value == null ? "" : value;
    }
}
