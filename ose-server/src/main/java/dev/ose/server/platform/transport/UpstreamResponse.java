package dev.ose.server.platform.transport;

import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.BytesSource;
import dev.ose.server.transfer.PlatformResponse;
import io.undertow.client.ClientResponse;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;

/** The head of an answer as Undertow's client parsed it. */
final class UpstreamResponse implements PlatformResponse {

    private final ClientResponse response;
    private final long bodyLength;
    private final BodySource body;
    private final Runnable abandon;

    private UpstreamResponse(ClientResponse response, long bodyLength, BodySource body, Runnable abandon) {
        this.response = response;
        this.bodyLength = bodyLength;
        this.body = body;
        this.abandon = abandon;
    }

    /** An answer with a body to read. */
    static UpstreamResponse of(ClientResponse response, long bodyLength, ResponseSource body) {
        return new UpstreamResponse(response, bodyLength, body, body::abandon);
    }

    /** An answer whose call has ended already. */
    static UpstreamResponse withoutBody(ClientResponse response) {
        return new UpstreamResponse(response, 0, new BytesSource(new byte[0]), () -> {});
    }

    @Override
    public int status() {
        return response.getResponseCode();
    }

    @Override
    public List<String> headers(String lowerCaseName) {
        HeaderValues values = response.getResponseHeaders().get(lowerCaseName);
        return values == null ? List.of() : values;
    }

    @Override
    public void forEachHeader(BiConsumer<String, String> action) {
        HeaderMap headers = response.getResponseHeaders();
        for (long cursor = headers.fastIterate(); cursor != -1; cursor = headers.fiNext(cursor)) {
            HeaderValues values = headers.fiCurrent(cursor);
            String name = values.getHeaderName().toString().toLowerCase(Locale.ROOT);
            for (String value : values) {
                action.accept(name, value);
            }
        }
    }

    @Override
    public long bodyLength() {
        return bodyLength;
    }

    @Override
    public BodySource body() {
        return body;
    }

    @Override
    public void abandon() {
        abandon.run();
    }
}
