package dev.ose.server.iam.federation;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.iam.IamAnswer;
import dev.ose.server.iam.IamApi;
import dev.ose.server.iam.IamParameters;
import dev.ose.server.iam.jdbc.JdbcIdentityProviderStore;
import dev.ose.server.iam.oidc.JoseTokenVerifier;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.testkit.LoopbackIssuer;
import dev.ose.testkit.PostgresFixture;
import dev.ose.testkit.SteppedClock;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node whose tenant trusts a real issuer on loopback, whose tokens map to a user {@code ann}. */
abstract class WebIdentityFixture {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    static final String OURS = "ose";

    final SteppedClock clock = new SteppedClock(NOW);
    final AtomicInteger checked = new AtomicInteger();
    int callers;
    public StoreFixture node;
    LoopbackIssuer issuer;
    JdbcIdentityProviderStore providers;
    IamApi iam;
    public TenantId tenant;
    UserId ann;

    @BeforeEach
    void open() {
        node = new StoreFixture(POSTGRES.database());
        issuer = new LoopbackIssuer();
        providers = new JdbcIdentityProviderStore(node.database);
        tenant = node.holder("t" + UUID.randomUUID()).tenant().id();
        ann = node.provisioning
                .createUser(tenant, "ann", Role.TENANT_USER)
                .user()
                .id();
        providers.put(provider(null, "sub", Map.of()));
        TokenVerifier jose = new JoseTokenVerifier(OutboundRoutes.direct(), Clock.fixed(NOW, ZoneOffset.UTC));
        iam = node.iam(
                (token, trusted) -> {
                    checked.incrementAndGet();
                    return jose.verify(token, trusted);
                },
                clock);
    }

    @AfterEach
    void close() {
        issuer.close();
        node.close();
    }

    IdentityProvider provider(@Nullable URI keys, String claim, Map<String, String> users) {
        return new IdentityProvider(tenant, "issuer", issuer.name(), List.of(OURS, "other"), keys, claim, users, null);
    }

    JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer(issuer.name())
                .subject("ann")
                .audience(OURS)
                .issueTime(in(-10))
                .expirationTime(in(Duration.ofHours(1).toSeconds()));
    }

    static Date in(long seconds) {
        return Date.from(NOW.plusSeconds(seconds));
    }

    IamAnswer assume(String user, String token) {
        return assume("arn:aws:iam::" + tenant + ":user/" + user, token, "");
    }

    /** From another address each time, so that bad tokens do not delay later ones. */
    IamAnswer assume(String arn, String token, String more) {
        callers++;
        return assume("10.1." + callers / 250 + '.' + callers % 250, arn, token, more);
    }

    IamAnswer assume(String address, String arn, String token, String more) {
        return assume(iam, address, arn, token, more);
    }

    static IamAnswer assume(IamApi api, String address, String arn, String token, String more) {
        String form = "Action=AssumeRoleWithWebIdentity&Version=2011-06-15&RoleSessionName=session&RoleArn="
                + encode(arn) + "&WebIdentityToken=" + encode(token) + more;
        return api.performUnsigned(IamParameters.parse(form), from(address), "REQUEST");
    }

    static RequestFacts from(String address) {
        return new RequestFacts(HeaderLookup.NONE, InetAddress.ofLiteral(address), true);
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
