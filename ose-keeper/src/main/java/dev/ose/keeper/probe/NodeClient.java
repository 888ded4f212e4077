package dev.ose.keeper.probe;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundAnswer;
import dev.ose.adapter.http.OutboundException;
import dev.ose.adapter.http.OutboundHttp;
import dev.ose.adapter.http.OutboundRequest;
import dev.ose.control.LaunchReport;
import dev.ose.control.NodeCommand;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tools.jackson.databind.json.JsonMapper;

/** Client of the admin listener of the node on this host, with the keeper's login. Thread-safe. */
public final class NodeClient {

    private static final String SCHEME = "OSE-Keeper ";

    private final OutboundHttp http;
    private final LaunchReport.Endpoints endpoints;
    private final Secret login;

    /** @param http shared by the clients of all launches; must accept the node's certificate */
    public NodeClient(OutboundHttp http, LaunchReport.Endpoints endpoints, Secret login) {
        this.http = http;
        this.endpoints = endpoints;
        this.login = login;
    }

    public LaunchReport.Endpoints endpoints() {
        return endpoints;
    }

    /** The node's response. */
    public record Answer(int status, String body) {

        public boolean isSuccess() {
            return status / 100 == 2;
        }
    }

    /** Blocks until the whole response is read; fails after the time limit. */
    public Answer send(NodeCommand command, Duration within) throws IOException, InterruptedException {
        String shown = login.use(bytes -> SCHEME + new String(bytes, StandardCharsets.US_ASCII));
        OutboundRequest request = OutboundRequest.of(command.method(), URI.create(endpoints.admin() + command.path()))
                .with("Authorization", shown);
        if (command.body() != null) {
            request = request.with(JsonMapper.shared().writeValueAsBytes(command.body()), "application/json");
        }
        return send(request, within);
    }

    Answer get(String path, Duration within) throws IOException, InterruptedException {
        return send(new NodeCommand("GET", path, null), within);
    }

    /** Sends any request, such as one of S3. */
    Answer send(OutboundRequest request, Duration within) throws IOException, InterruptedException {
        try {
            OutboundAnswer answer = http.send(request, within);
            return new Answer(answer.status(), new String(answer.body(), StandardCharsets.UTF_8));
        } catch (OutboundException e) {
            if (e.reason() == OutboundException.Reason.INTERRUPTED && Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw e;
        }
    }
}
