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
import org.jspecify.annotations.Nullable;

/** A client's request in raw form, with an index of its headers, for signature and parser. */
public final class S3Request implements SignableRequest, HeaderLookup {

    private final ClientExchange exchange;
    private final List<String> headerNames = new ArrayList<>(16);

    public S3Request(ClientExchange exchange) {
        this.exchange = exchange;
        exchange.forEachRequestHeader((name, value) -> headerNames.add(name));
    }

    /** The same request with headers from its query. */
    public S3Request hoisting(Map<String, List<String>> hoisted) {
        return hoisted.isEmpty() ? this : new S3Request(new HoistingExchange(exchange, hoisted));
    }

    public ClientExchange exchange() {
        return exchange;
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
        return exchange.requestHeaders(lowerCaseName);
    }

    @Override
    public Iterable<String> headerNames() {
        return headerNames;
    }

    @Override
    public @Nullable String get(String lowerCaseName) {
        List<String> values = exchange.requestHeaders(lowerCaseName);
        return switch (values.size()) {
            case 0 -> null;
            case 1 -> values.getFirst();
            default -> String.join(",", values);
        };
    }
}
