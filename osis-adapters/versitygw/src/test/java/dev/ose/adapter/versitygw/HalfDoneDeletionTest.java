package dev.ose.adapter.versitygw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.http.OutboundRoutes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A gateway with one account that fails between the steps of its deletion. */
class HalfDoneDeletionTest {

    private static final PlatformUserId USER = new PlatformUserId("tenant.user");
    private static final Pattern SECRET = Pattern.compile("<Secret>(.*)</Secret>");
    private static final int NEVER = Integer.MAX_VALUE;

    private HttpServer gateway;
    private StoragePlatform platform;
    private String stored = "ose1.key.random.QW5u";
    private boolean isDeleted;
    private int looks;
    private int changes;
    private int firstLookThatFails = NEVER;
    private int firstChangeThatFails = NEVER;

    @BeforeEach
    void start() throws IOException {
        gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.createContext("/list-users", exchange -> answer(exchange, 200, accounts()));
        gateway.createContext("/list-buckets", exchange -> {
            looks++;
            answer(exchange, looks < firstLookThatFails ? 200 : 503, "<ListBucketsResult/>");
        });
        gateway.createContext("/update-user", this::change);
        gateway.createContext("/delete-user", exchange -> {
            isDeleted = true;
            answer(exchange, 200, "");
        });
        gateway.start();
        URI endpoint = URI.create("http://127.0.0.1:" + gateway.getAddress().getPort());
        platform = VersityPlatform.of(
                new VersityPlatformConfig(
                        endpoint,
                        endpoint,
                        "us-east-1",
                        new PlatformKey("root", Secret.of("secret")),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(20),
                        VersityPlatformTest.defaultTls(),
                        OutboundRoutes.direct()),
                Clock.systemUTC(),
                new SecureRandom());
    }

    @AfterEach
    void stop() {
        platform.close();
        gateway.stop(0);
    }

    private String accounts() {
        return "<ListUserAccountsResult><Accounts><Access>" + USER.value() + "</Access><Secret>" + stored
                + "</Secret></Accounts></ListUserAccountsResult>";
    }

    private void change(HttpExchange exchange) throws IOException {
        Matcher secret = SECRET.matcher(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        changes++;
        if (changes < firstChangeThatFails && secret.find()) {
            stored = secret.group(1);
            answer(exchange, 200, "");
        } else {
            answer(exchange, 503, "");
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Test
    void userActsAgainIfTheGatewayCannotSayWhetherItOwnsBuckets() {
        firstLookThatFails = 2;

        assertThatThrownBy(() -> platform.deleteUser(USER))
                .isInstanceOfSatisfying(
                        PlatformException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));

        assertThat(isDeleted).isFalse();
        assertThat(platform.findUser(USER)).get().matches(PlatformUser::active);
        assertThat(stored).isEqualTo("ose1.key.random.QW5u");
    }

    @Test
    void outcomeIsUnknownIfTheUserStaysStopped() {
        firstLookThatFails = 2;
        firstChangeThatFails = 2;

        assertThatThrownBy(() -> platform.deleteUser(USER))
                .isInstanceOfSatisfying(
                        PlatformException.class, e -> assertThat(e.kind()).isEqualTo(Kind.OUTCOME_UNKNOWN));

        assertThat(platform.findUser(USER)).get().matches(user -> !user.active());
    }

    @Test
    void userWithoutBucketsIsDeleted() {
        platform.deleteUser(USER);

        assertThat(isDeleted).isTrue();
    }
}
