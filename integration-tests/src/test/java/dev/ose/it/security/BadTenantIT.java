package dev.ose.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.client.CredentialsApi;
import dev.ose.client.Request;
import dev.ose.client.TenantsApi;
import dev.ose.client.UsersApi;
import dev.ose.it.AdminApi;
import dev.ose.it.Node;
import dev.ose.it.Ports;
import dev.ose.it.S3Target;
import dev.ose.it.Servers;
import dev.ose.it.SignedRequest;
import dev.ose.it.Where;
import dev.ose.it.Wire;
import dev.ose.it.WireAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Disabled callers are refused within a second, whether tenant, user or key was disabled. */
@ExtendWith(Servers.class)
final class BadTenantIT {

    /** When to give up waiting for what should take a second. */
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private AdminApi admin;
    private AdminApi.Account account;
    private S3Target target;
    private String bucket;

    /** The entities that an administrator can disable. */
    enum Disabled {
        TENANT,
        USER,
        CREDENTIAL;

        Request<?> disable(AdminApi.Account account) {
            return switch (this) {
                case TENANT -> TenantsApi.disableTenant(account.tenant());
                case USER -> UsersApi.disableUser(account.tenant(), account.user());
                case CREDENTIAL ->
                    CredentialsApi.disableCredential(account.tenant(), account.user(), account.accessKey());
            };
        }

        Request<?> enable(AdminApi.Account account) {
            return switch (this) {
                case TENANT -> TenantsApi.enableTenant(account.tenant());
                case USER -> UsersApi.enableUser(account.tenant(), account.user());
                case CREDENTIAL ->
                    CredentialsApi.enableCredential(account.tenant(), account.user(), account.accessKey());
            };
        }
    }

    @BeforeEach
    void makeTenant(Node node) {
        admin = node.admin();
        account = admin.makeTenant("tenant-" + UUID.randomUUID());
        target = node.target(Where.HTTP).as(account.accessKey(), account.secretKey());
        bucket = "it-" + UUID.randomUUID();
        Wire.send(target, SignedRequest.of("PUT", '/' + bucket)).assertStatus(200);
        Wire.send(target, SignedRequest.of("PUT", '/' + bucket + "/there").body("there"))
                .assertStatus(200);
    }

    @ParameterizedTest
    @EnumSource(Disabled.class)
    void disabledCallerIsRefusedWithinASecondAndServedAgainWhenEnabled(Disabled what) {
        admin.ask(what.disable(account));

        Ports.await("the refusal", LIMIT, () -> get().status() == 403);
        get().assertRefused(403, "InvalidAccessKeyId");
        WireAnswer presigned = Wire.send(
                target, SignedRequest.of("GET", '/' + bucket + "/there").presigned(Duration.ofMinutes(5)));
        presigned.assertRefused(403, "InvalidAccessKeyId");
        Wire.send(target, SignedRequest.of("PUT", '/' + bucket + "/new").body("new"))
                .assertRefused(403, "InvalidAccessKeyId");

        admin.ask(what.enable(account));

        Ports.await("the return", LIMIT, () -> get().status() == 200);
        WireAnswer listing = Wire.send(target, SignedRequest.of("GET", '/' + bucket));
        assertThat(listing.elements("Key")).containsExactly("there");
    }

    @Test
    void otherUserOfTheTenantIsNotHarmed() {
        AdminApi.Account colleague = admin.makeUser(account.tenant(), "second");
        S3Target other = target.as(colleague.accessKey(), colleague.secretKey());

        admin.ask(UsersApi.disableUser(account.tenant(), account.user()));

        Ports.await("the refusal", LIMIT, () -> get().status() == 403);
        Wire.send(other, SignedRequest.of("GET", "/")).assertStatus(200);
    }

    @Test
    void keyIsRefusedOnceItHasExpired() {
        Instant expiry = Instant.now().plusSeconds(8);
        AdminApi.Account expiring = admin.makeCredentialUntil(account, expiry);
        S3Target caller = target.as(expiring.accessKey(), expiring.secretKey());
        SignedRequest read = SignedRequest.of("GET", '/' + bucket + "/there");
        SignedRequest link = read.presigned(Duration.ofMinutes(5));

        WireAnswer early = Wire.send(caller, read);
        if (Instant.now().isBefore(expiry)) {
            early.assertStatus(200);
        }
        Ports.await("the refusal", LIMIT, () -> Wire.send(caller, read).status() == 403);

        assertThat(Instant.now()).isAfterOrEqualTo(expiry);
        Wire.send(caller, read).assertRefused(403, "InvalidAccessKeyId");
        Wire.send(caller, link).assertRefused(403, "InvalidAccessKeyId");
        Wire.send(caller, SignedRequest.of("PUT", '/' + bucket + "/new").body("new"))
                .assertRefused(403, "InvalidAccessKeyId");
        get().assertStatus(200);
    }

    private WireAnswer get() {
        return Wire.send(target, SignedRequest.of("GET", '/' + bucket + "/there"));
    }
}
