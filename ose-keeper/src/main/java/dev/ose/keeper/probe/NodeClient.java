package dev.ose.keeper.probe;

import dev.ose.adapter.Secret;
import dev.ose.control.NodeCommand;
import dev.ose.control.NodeReport;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Speaks with the admin listener of the node on this machine, as its keeper. Thread-safe. */
public final class NodeClient {

    private static final String SCHEME = "OSE-Keeper ";

    private final HttpClient http;
    private final NodeReport.Endpoints endpoints;
    private final Secret login;

    /** @param http shared by the clients of all launches; one that trusts whatever certificate the node has */
    public NodeClient(HttpClient http, NodeReport.Endpoints endpoints, Secret login) {
        this.http = http;
        this.endpoints = endpoints;
        this.login = login;
    }

    public NodeReport.Endpoints endpoints() {
        return endpoints;
    }

    /** What the node said. */
    public record Answer(int status, String body) {

        public boolean isSuccess() {
            return status / 100 == 2;
        }
    }

    /** Blocks for the answer; fails if there is none in time. */
    public Answer send(NodeCommand command, Duration within) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(endpoints.admin() + command.path()))
                .timeout(within)
                .method(command.method(), body(command));
        login.use(bytes -> request.header("Authorization", SCHEME + new String(bytes, StandardCharsets.US_ASCII)));
        if (command.body() != null) {
            request.header("Content-Type", "application/json");
        }
        return send(request.build());
    }

    private static HttpRequest.BodyPublisher body(NodeCommand command) {
        return command.body() == null
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofByteArray(JsonMapper.shared().writeValueAsBytes(command.body()));
    }

    Answer get(String path, Duration within) throws IOException, InterruptedException {
        return send(new NodeCommand("GET", path, null), within);
    }

    /** Sends any request, such as one of S3. */
    Answer send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        @Nullable String body = answer.body();
        return new Answer(answer.statusCode(), body == null ? "" : body);
    }
}
