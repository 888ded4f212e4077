package dev.ose.server.s3.auth;

import dev.ose.server.http.ClientExchange;
import dev.ose.server.transfer.BodySink;
import dev.ose.server.transfer.BodySource;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** A request with headers in its query: except for the signature they count as headers. */
record HoistingExchange(ClientExchange exchange, Map<String, List<String>> hoisted) implements ClientExchange {

    @Override
    public List<String> requestHeaders(String lowerCaseName) {
        List<String> values = hoisted.get(lowerCaseName);
        return values == null ? exchange.requestHeaders(lowerCaseName) : values;
    }

    @Override
    public void forEachRequestHeader(BiConsumer<String, String> action) {
        exchange.forEachRequestHeader(action);
        hoisted.forEach((name, values) -> values.forEach(value -> action.accept(name, value)));
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
    public String scheme() {
        return exchange.scheme();
    }

    @Override
    public InetSocketAddress peer() {
        return exchange.peer();
    }

    @Override
    public String protocol() {
        return exchange.protocol();
    }

    @Override
    public @Nullable SSLSession tlsSession() {
        return exchange.tlsSession();
    }

    @Override
    public long requestLength() {
        return exchange.requestLength();
    }

    @Override
    public BodySource requestBody() {
        return exchange.requestBody();
    }

    @Override
    public void setResponseHeader(String name, String value) {
        exchange.setResponseHeader(name, value);
    }

    @Override
    public void respond(int status, byte[] body) {
        exchange.respond(status, body);
    }

    @Override
    public BodySink respondStreaming(int status, long lengthBytes) {
        return exchange.respondStreaming(status, lengthBytes);
    }

    @Override
    public void respondEmpty(int status) {
        exchange.respondEmpty(status);
    }

    @Override
    public void abort() {
        exchange.abort();
    }

    @Override
    public boolean isResponseStarted() {
        return exchange.isResponseStarted();
    }

    @Override
    public void onEnd(Runnable listener) {
        exchange.onEnd(listener);
    }

    @Override
    public long requestBytesReceived() {
        return exchange.requestBytesReceived();
    }

    @Override
    public long responseBytesSent() {
        return exchange.responseBytesSent();
    }

    @Override
    public void executeOnIoThread(Runnable task) {
        exchange.executeOnIoThread(task);
    }

    @Override
    public void executeBlocking(Object share, Runnable task, Runnable dropped) {
        exchange.executeBlocking(share, task, dropped);
    }
}
