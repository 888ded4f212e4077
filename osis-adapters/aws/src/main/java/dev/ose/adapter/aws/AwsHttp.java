package dev.ose.adapter.aws;

import dev.ose.adapter.http.OutboundAnswer;
import dev.ose.adapter.http.OutboundHttp;
import dev.ose.adapter.http.OutboundRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * Sends the SDK's requests by the client of the node, so that its proxies, authorities and bounds hold. Thread-safe.
 */
final class AwsHttp implements SdkHttpClient {

    private static final int MAX_ANSWER_BYTES = 8 * 1024 * 1024;
    private static final int AT_ONCE = 64;
    private static final String CONTENT_TYPE = "content-type";

    /** The client writes them itself, or does not wait for a permission to send a few bytes. */
    private static final Set<String> LEFT_OUT = Set.of("host", "content-length", CONTENT_TYPE, "expect");

    private final OutboundHttp http;

    AwsHttp(AwsPlatformConfig.Connection connection) {
        this.http = new OutboundHttp(
                new OutboundHttp.Limits(connection.connectTimeout(), connection.timeout(), MAX_ANSWER_BYTES, AT_ONCE),
                connection.tls(),
                connection.routes());
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return answer(http.send(outbound(request)));
            }

            // Each request ends by its own timeout.
            @Override
            public void abort() {}
        };
    }

    private static OutboundRequest outbound(HttpExecuteRequest request) throws IOException {
        SdkHttpRequest head = request.httpRequest();
        OutboundRequest outbound = OutboundRequest.of(head.method().name(), head.getUri());
        for (Map.Entry<String, List<String>> header : head.headers().entrySet()) {
            if (!LEFT_OUT.contains(header.getKey().toLowerCase(Locale.ROOT))) {
                for (String value : header.getValue()) {
                    outbound = outbound.with(header.getKey(), value);
                }
            }
        }
        if (request.contentStreamProvider().isEmpty()) {
            return outbound;
        }
        try (InputStream body = request.contentStreamProvider().get().newStream()) {
            return outbound.with(
                    body.readAllBytes(), head.firstMatchingHeader(CONTENT_TYPE).orElse("application/octet-stream"));
        }
    }

    private static HttpExecuteResponse answer(OutboundAnswer answer) {
        SdkHttpResponse.Builder head = SdkHttpResponse.builder().statusCode(answer.status());
        answer.headers().forEach(field -> head.appendHeader(field.name(), field.value()));
        return HttpExecuteResponse.builder()
                .response(head.build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(answer.body())))
                .build();
    }

    @Override
    public String clientName() {
        return "ose";
    }

    @Override
    public void close() {
        http.close();
    }
}
