package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.AddressRange;
import dev.ose.server.access.AccountThrottle;
import java.net.http.HttpRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Answers of identity providers that no browser asked for, in great number. */
class CallbackThrottleTest extends OnAdminNode {

    private static final String CALLBACK = "/api/v1/session/administrators/oidc/idp/callback?code=c&state=s";

    /** Else each one costs a question to the database, and those with a state a question to the identity provider. */
    @Test
    void wrongAnswersSlowDownTheNetworkAndThoseWithoutACookieDoNot() throws Exception {
        AccountThrottle throttle = node.bean(AccountThrottle.class);
        Object here = AddressRange.networkOf("127.0.0.1");
        wrong(throttle, here, 498);
        assertThat(callback("")).isEqualTo(401);
        assertThat(throttle.remaining(here)).isZero();
        assertThat(callback("__Host-ose-sign-in=invented")).isEqualTo(401);
        assertThat(callback("")).isEqualTo(401);
        assertThat(throttle.remaining(here)).isZero();

        wrong(throttle, here, 9);

        // Each one behind the five hundredth doubles the back-off: 256 seconds, or 128 if the callback had not counted.
        assertThat(throttle.remaining(here)).isGreaterThan(Duration.ofSeconds(128));
        assertThat(callback("__Host-ose-sign-in=invented")).isEqualTo(429);
        assertThat(callback("")).isEqualTo(401);
    }

    private static void wrong(AccountThrottle throttle, Object network, int times) {
        for (int i = 0; i < times; i++) {
            throttle.wrong(network);
        }
    }

    private int callback(String cookie) throws Exception {
        HttpRequest.Builder request = node.request("GET", CALLBACK, "", "");
        return node.send(cookie.isEmpty() ? request : request.header("Cookie", cookie))
                .statusCode();
    }
}
