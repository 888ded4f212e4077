package dev.ose.keeper.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.ose.control.Finding;
import dev.ose.control.Finding.Verdict;
import dev.ose.testkit.DirectorStandIn;
import dev.ose.testkit.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BrowserCheckTest {

    private static final String PAGE = "https://vcd.example.com";

    private HttpServer server;
    private final AtomicReference<String> asked = new AtomicReference<>("");

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.set(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            boolean isKnown = PAGE.equals(exchange.getRequestHeaders().getFirst("Origin"));
            if (isKnown) {
                exchange.getResponseHeaders().add("Access-Control-Allow-Origin", PAGE);
            }
            exchange.sendResponseHeaders(isKnown ? 200 : 403, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private URI address() {
        return URI.create("http://localhost:" + server.getAddress().getPort());
    }

    @Test
    void pagesThatAreAllowedAreListed() {
        Finding finding = BrowserCheck.ask(address(), Set.of(PAGE));

        assertThat(finding.connectivity()).isEqualTo(Verdict.Valid);
        assertThat(asked).hasValue("OPTIONS /api/v1/admin/me");
    }

    @Test
    void pageThatIsNotAllowedIsTold() {
        Finding finding = BrowserCheck.ask(address(), Set.of("https://cloud.example.com"));

        assertThat(finding.connectivity()).isEqualTo(Verdict.Warning);
        assertThat(finding.detail()).contains("does not allow pages of https://cloud.example.com (403)");
        assertThat(finding.remedy()).contains("ose director set");
    }

    @Test
    void certificateOfNoPublicAuthorityIsTold() throws Exception {
        try (DirectorStandIn site = DirectorStandIn.start(TestCertificate.make("ose"))) {
            Finding finding = BrowserCheck.run(Optional.of(site.url()), Set.of(PAGE));

            assertThat(finding.connectivity()).isEqualTo(Verdict.Warning);
            assertThat(finding.detail()).contains("certificate that browsers refuse");
        }
    }

    @Test
    void addressWithoutTlsIsToldWithoutAsking() {
        Finding finding = BrowserCheck.run(Optional.of(address()), Set.of(PAGE));

        assertThat(finding.detail()).contains("is no https address");
        assertThat(asked).hasValue("");
    }

    @Test
    void addressWhereNothingListensIsAWarningOnly() {
        server.stop(0);

        Finding finding = BrowserCheck.ask(address(), Set.of(PAGE));

        assertThat(finding.connectivity()).isEqualTo(Verdict.Warning);
        assertThat(finding.required()).isFalse();
        assertThat(finding.detail()).contains("does not answer");
    }

    @Test
    void missingAddressIsSkipped() {
        assertThat(BrowserCheck.run(Optional.empty(), Set.of(PAGE)).connectivity())
                .isEqualTo(Verdict.Skipped);
    }
}
