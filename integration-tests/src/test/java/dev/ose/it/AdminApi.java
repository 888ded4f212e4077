package dev.ose.it;

import dev.ose.adapter.Secret;
import dev.ose.client.AdminRole;
import dev.ose.client.AdministratorsApi;
import dev.ose.client.Call;
import dev.ose.client.CredentialView;
import dev.ose.client.CredentialsApi;
import dev.ose.client.IdentityProvidersApi;
import dev.ose.client.NewAdministrator;
import dev.ose.client.NewCredentialRequest;
import dev.ose.client.NewIdentityProvider;
import dev.ose.client.NewLogin;
import dev.ose.client.NewTenant;
import dev.ose.client.NewUser;
import dev.ose.client.PlatformApi;
import dev.ose.client.ReconciliationFinding;
import dev.ose.client.ReconciliationPart;
import dev.ose.client.Request;
import dev.ose.client.TenantsApi;
import dev.ose.client.UsersApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A provider's administrator who makes tenants, users and credentials. */
public record AdminApi(URI endpoint, String login, Secret loginKey) {

    /** A user with its key pair; its tenant and itself by their ids. */
    public record Account(String tenant, String user, String accessKey, Secret secretKey) {}

    /** Makes a tenant with one user. */
    public Account makeTenant(String name) {
        return makeUser(ask(TenantsApi.createTenant(NewTenant.of(name))).id(), "first");
    }

    /** Makes a user with a credential that may be disabled. */
    public Account makeUser(String tenant, String name) {
        return makeCredential(tenant, makeMember(tenant, name, AdminRole.TENANT_USER));
    }

    /** Makes a user who may administer its tenant, with a credential that may be disabled. */
    public Account makeAdministrator(String tenant, String name) {
        return makeCredential(tenant, makeMember(tenant, name, AdminRole.TENANT_ADMIN));
    }

    /** Makes a user; returns its id. */
    String makeMember(String tenant, String name, String role) {
        return ask(UsersApi.createUser(tenant, NewUser.of(name).withRole(role))).id();
    }

    /** Makes a user with a password; returns its id. */
    String makeLogin(String tenant, String name, String role, NewLogin login) {
        String user = makeMember(tenant, name, role);
        ask(UsersApi.putLogin(tenant, user, login));
        return user;
    }

    /** Makes an administrator of the provider with a password that need not be changed. */
    void makeProvider(String name, String password) {
        ask(AdministratorsApi.addAdministrator(
                NewAdministrator.of(name, password).withMustChange(false)));
    }

    public Account makeCredential(String tenant, String user) {
        return makeCredential(tenant, user, NewCredentialRequest.of().withDescription("for a test"));
    }

    /** Makes a key that is refused from then on. */
    public Account makeCredentialUntil(Account owner, Instant expiresAt) {
        NewCredentialRequest terms = NewCredentialRequest.of().withExpiresAt(expiresAt.toString());
        return makeCredential(owner.tenant(), owner.user(), terms);
    }

    private Account makeCredential(String tenant, String user, NewCredentialRequest terms) {
        CredentialView key = ask(CredentialsApi.createCredential(tenant, user, terms));
        return new Account(
                tenant,
                user,
                key.accessKey(),
                Secret.of(key.json().required("secretKey").asString()));
    }

    /** Has the tenant trust an issuer of tokens whose subjects are names of its users. */
    public void trust(String tenant, String issuer, String audience) {
        trust(tenant, NewIdentityProvider.of(List.of(audience), issuer));
    }

    /** Has the tenant trust an issuer whose tokens make users, by the name that they prefer. */
    public void trustToMakeUsers(String tenant, String issuer, String audience) {
        trust(tenant, NewIdentityProvider.of(List.of(audience), issuer).withCreatesUsers(true));
    }

    private void trust(String tenant, NewIdentityProvider provider) {
        ask(IdentityProvidersApi.putIdentityProvider(tenant, "issuer", provider));
    }

    /** The differences between users and their counterparts on the platform. */
    public List<ReconciliationFinding> differences() {
        return ask(PlatformApi.reconcile(ReconciliationPart.of())).findings();
    }

    /** Sends a request, and returns its answer; any other status than one of success fails the test. */
    public <A> A ask(Request<A> request) {
        Call<A> call = request.call();
        JsonNode body = call.body();
        HttpRequest.Builder http = request(call.target());
        if (body != null) {
            http.header(
                    "Content-Type",
                    call.method().equals("PATCH") ? "application/merge-patch+json" : "application/json");
        }
        String answer = send(http.method(
                        call.method(),
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body.toString()))
                .build());
        return call.read(
                answer.isEmpty()
                        ? JsonMapper.shared().missingNode()
                        : JsonMapper.shared().readTree(answer));
    }

    /** The raw body at a path of the admin port. */
    public String text(String path) {
        return send(request(path).build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(endpoint.resolve(path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", authorization());
    }

    private static String send(HttpRequest request) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() / 100 != 2) {
                throw new AssertionError(
                        request.method() + ' ' + request.uri() + ": " + answer.statusCode() + " " + answer.body());
            }
            return answer.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private String authorization() {
        byte[] name = (login + ':').getBytes(StandardCharsets.UTF_8);
        return loginKey.use(bytes -> {
            byte[] both = Arrays.copyOf(name, name.length + bytes.length);
            System.arraycopy(bytes, 0, both, name.length, bytes.length);
            return "Basic " + Base64.getEncoder().encodeToString(both);
        });
    }
}
