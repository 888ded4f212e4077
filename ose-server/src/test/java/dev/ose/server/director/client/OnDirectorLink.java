package dev.ose.server.director.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.Fingerprint;
import dev.ose.adapter.http.OutboundHttp;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.server.director.DirectorEvents;
import dev.ose.server.director.DirectorSession;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.testkit.DirectorAccounts;
import dev.ose.testkit.DirectorAccounts.Organisation;
import dev.ose.testkit.DirectorAccounts.User;
import dev.ose.testkit.DirectorFixture;
import dev.ose.testkit.DirectorStandIn;
import dev.ose.testkit.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Base of tests of a link to Cloud Director, with a user of an organisation. */
abstract class OnDirectorLink {

    static final Duration TIMEOUT = Duration.ofSeconds(30);
    static final Duration KEPT = Duration.ofSeconds(60);
    static final String HOME = "198.51.100.7";

    @RegisterExtension
    static final DirectorFixture DIRECTORS = new DirectorFixture();

    final SteppedClock clock = new SteppedClock(Instant.now());
    final List<String> reported = new CopyOnWriteArrayList<>();
    DirectorStandIn director;
    DirectorAccounts accounts;
    CheckedTokens tokens;
    Organisation acme;
    User ann;

    @BeforeEach
    void link() {
        director = DIRECTORS.director();
        accounts = director.accounts();
        acme = accounts.organisation("acme");
        ann = accounts.user(acme, "ann", accounts.role(acme, "vApp User", List.of("UI Plugins: View")));
        tokens = link(() -> Secret.of(DirectorStandIn.SECRET));
    }

    CheckedTokens link(DirectorLink.SecretSource secret) {
        OutboundHttp http = new OutboundHttp(
                new OutboundHttp.Limits(TIMEOUT, TIMEOUT, 1 << 20, 16),
                Fingerprint.onlyTrusted(director.certificate().fingerprint()),
                OutboundRoutes.direct());
        DirectorLink link = new DirectorLink(director.url(), DirectorStandIn.USER, secret);
        return new CheckedTokens(new DirectorClient(link, http, new Told(), clock), KEPT, clock);
    }

    @AfterEach
    void unlink() {
        tokens.close();
    }

    final class Told implements DirectorEvents {

        @Override
        public void answered() {
            reported.add("answered");
        }

        @Override
        public void unreachable(String why) {
            reported.add(why);
        }
    }

    Secret token(User user) {
        return Secret.of(accounts.token(user));
    }

    DirectorSession session(Secret token) {
        return tokens.session(token, HOME);
    }

    static void assertFails(ThrowingCallable call, Class<? extends Failure> failure) {
        assertThatThrownBy(call)
                .asInstanceOf(type(FailureException.class))
                .extracting(FailureException::failure)
                .isInstanceOf(failure);
    }
}
