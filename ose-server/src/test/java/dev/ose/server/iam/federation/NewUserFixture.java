package dev.ose.server.iam.federation;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.server.database.MemoryPlatform;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.iam.IamApi;
import dev.ose.server.iam.jdbc.JdbcFederatedUserStore;
import dev.ose.server.iam.oidc.JoseTokenVerifier;
import dev.ose.server.tenant.PlatformAdministration;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;

/** A node whose tenant trusts an issuer with just-in-time users, on a platform that can be observed and delayed. */
public abstract class NewUserFixture extends WebIdentityFixture {

    /** Users of the tenant that were not created by a token: {@code ann}, and its first one. */
    static final int KNOWN = 2;

    private static final int MAX = 3;

    final TokenVerifier jose = new JoseTokenVerifier(OutboundRoutes.direct(), Clock.fixed(NOW, ZoneOffset.UTC));
    final AtomicInteger platformCalls = new AtomicInteger();
    public volatile Consumer<String> beforeCall = operation -> {};
    JdbcFederatedUserStore bindings;
    public PlatformAdministration platform;

    @BeforeEach
    void trustTheIssuerToMakeUsers() {
        bindings = new JdbcFederatedUserStore(node.database);
        platform = watched(node.memoryPlatform);
        iam = api(node);
        providers.put(creating(tenant, MAX));
    }

    /** The API of another node, or of this one. */
    IamApi api(StoreFixture of) {
        return of.iam(jose, clock, of.provisioning(platform), new JdbcFederatedUserStore(of.database));
    }

    IdentityProvider creating(TenantId of, int most) {
        return creating(of, most, Map.of());
    }

    IdentityProvider creating(TenantId of, int most, Map<String, String> users) {
        return new IdentityProvider(
                of,
                "issuer",
                issuer.name(),
                List.of(OURS),
                null,
                "sub",
                users,
                new JitProvisioningPolicy("preferred_username", most));
    }

    String token(String subject, String name) throws Exception {
        return issuer.token(named(subject, name).build());
    }

    JWTClaimsSet.Builder named(String subject, String name) {
        return claims().subject(subject).claim("preferred_username", name);
    }

    String arn(TenantId of, String name) {
        return "arn:aws:iam::" + of + ":user/" + name;
    }

    User made(String name) {
        return node.provisioning.userNamed(tenant, name);
    }

    /** Rows of users of the tenant, finished or not. */
    int users() {
        return count("SELECT count(*) FROM tenant_user WHERE tenant_id = ?");
    }

    int bound() {
        return count("SELECT count(*) FROM federated_user WHERE tenant_id = ?");
    }

    private int count(String sql) {
        return node.database.first(sql, row -> row.getInt(1), tenant).orElseThrow();
    }

    private PlatformAdministration watched(MemoryPlatform memory) {
        return (PlatformAdministration) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {PlatformAdministration.class},
                (proxy, method, arguments) -> {
                    platformCalls.incrementAndGet();
                    beforeCall.accept(method.getName());
                    try {
                        return method.invoke(memory, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
