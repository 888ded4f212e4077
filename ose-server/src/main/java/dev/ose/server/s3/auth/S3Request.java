package dev.ose.server.s3.auth;

import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.operation.RepeatedHeaders;
import dev.ose.s3.sigv4.SignableRequest;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.http.ClientExchange;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A client's request in raw form, with an index of its headers, for signature and parser. */
public final class S3Request implements SignableRequest, HeaderLookup {

    private final ClientExchange exchange;
    private final Map<String, List<String>> hoisted;
    private final List<String> headerNames = new ArrayList<>(16);

    public S3Request(ClientExchange exchange) {
        this(exchange, Map.of());
    }

    private S3Request(ClientExchange exchange, Map<String, List<String>> hoisted) {
        this.exchange = exchange;
        this.hoisted = hoisted;
        forEachHeader((name, value) -> headerNames.add(name));
    }

    /** The same request with headers from its query: except for the signature they count as headers. */
    public S3Request hoisting(Map<String, List<String>> fromQuery) {
        return fromQuery.isEmpty() ? this : new S3Request(exchange, fromQuery);
    }

    /** The exchange, whose headers lack those from the query. */
    public ClientExchange exchange() {
        return exchange;
    }

    /** Calls the action with the lower-case name and the value of each header. */
    public void forEachHeader(BiConsumer<String, String> action) {
        exchange.forEachRequestHeader(action);
        hoisted.forEach((name, values) -> values.forEach(value -> action.accept(name, value)));
    }

    /** A single-valued header that was sent more than once. */
    public Optional<String> repeatedHeader() {
        for (int i = 1; i < headerNames.size(); i++) {
            String name = headerNames.get(i);
            if (headerNames.indexOf(name) < i && !RepeatedHeaders.areAccepted(name)) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    /** The client's address. */
    InetAddress client() {
        return exchange.peer().getAddress();
    }

    /** The facts for policy conditions. */
    public RequestFacts facts() {
        return facts(exchange, this);
    }

    /** The facts for policy conditions of a request with these headers instead of its own. */
    public static RequestFacts facts(ClientExchange exchange, HeaderLookup headers) {
        return new RequestFacts(
                headers, exchange.peer().getAddress(), exchange.scheme().equals("https"));
    }

    @Override
    public String method() {
        return exchange.method();
    }

    @Override
    public String rawPath() {
        return exchange.rawPath();
    }

    @Override
    public String rawQuery() {
        return exchange.rawQuery();
    }

    @Override
    public List<String> headerValues(String lowerCaseName) {
        List<String> values = hoisted.get(lowerCaseName);
        return values == null ? exchange.requestHeaders(lowerCaseName) : values;
    }

    @Override
    public Iterable<String> headerNames() {
        return headerNames;
    }

    @Override
    public @Nullable String get(String lowerCaseName) {
        List<String> values = headerValues(lowerCaseName);
        return switch (values.size()) {
            case 0 -> null;
            case 1 -> values.getFirst();
            default -> String.join(",", values);
        };
    }
}
