package dev.ose.server.oidc;

import com.nimbusds.jose.util.Resource;
import com.nimbusds.jose.util.ResourceRetriever;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Asks issuers: for ten seconds at most, without following redirects, and for little. Blocks. */
final class IssuerAnswers implements ResourceRetriever {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int MAX_BYTES = 256 * 1024;
    private static final int OK = 200;

    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    @Override
    public Resource retrieveResource(@Nullable URL url) throws IOException {
        if (url == null) {
            throw new IOException("no address");
        }
        HttpRequest request = HttpRequest.newBuilder(URI.create(url.toString()))
                .timeout(TIMEOUT)
                .header("Accept", "application/json")
                .build();
        try {
            HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                byte[] bytes = body.readNBytes(MAX_BYTES + 1);
                if (response.statusCode() != OK || bytes.length > MAX_BYTES) {
                    throw new IOException(
                            url + " answered " + response.statusCode() + " and " + bytes.length + " bytes");
                }
                return new Resource(new String(bytes, StandardCharsets.UTF_8), "application/json");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
