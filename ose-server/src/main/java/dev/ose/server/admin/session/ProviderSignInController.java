package dev.ose.server.admin.session;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.SessionOperation;
import dev.ose.server.admin.access.session.Device;
import dev.ose.server.admin.access.session.Sessions;
import dev.ose.server.admin.audit.AuditedSubject;
import dev.ose.server.admin.audit.RecordedSessions;
import dev.ose.server.iam.federation.SignInProtocol;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.UriComponentsBuilder;

/** Signs browsers in by identity providers. */
@RestController
@RequestMapping("/api/v1/session")
@Tag(name = "Session")
public class ProviderSignInController {

    private final ProviderSignIn signIn;
    private final SignInRealms realms;
    private final PublicOrigin origin;
    private final RecordedSessions recorded;

    public ProviderSignInController(
            ProviderSignIn signIn, SignInRealms realms, PublicOrigin origin, RecordedSessions recorded) {
        this.signIn = signIn;
        this.realms = realms;
        this.origin = origin;
        this.recorded = recorded;
    }

    /** A provider to choose. */
    @Schema(name = "SignInProvider")
    record ProviderView(String name) {}

    /** What a browser brings back. */
    record Returned(
            @Parameter(description = "Names the sign-in.") @Nullable
            String state,

            @Parameter(description = "What the identity provider gives OSE a token for.") @Nullable
            String code,

            @Parameter(description = "Who answers, if the answer names it.") @Nullable
            String iss) {}

    @GetMapping("/providers")
    @Operation(
            summary = "List the identity providers by which users of a tenant can sign in",
            description = "Without a tenant, those of the provider's administrators.")
    List<ProviderView> list(
            @Parameter(description = "Name of the tenant.") @RequestParam(defaultValue = "") String tenant) {
        return realms.list(tenant).stream().map(ProviderView::new).toList();
    }

    @GetMapping("/oidc/{provider}/start")
    @Operation(
            summary = "Send a browser to an identity provider",
            description = "The browser comes back signed in, to the path that return names. Without a tenant,"
                    + " administrators of the provider sign in.")
    ResponseEntity<Void> start(
            @PathVariable String provider,
            @Parameter(description = "Name of the tenant.") @RequestParam(defaultValue = "") String tenant,
            @Parameter(description = "The path that the browser comes back to.")
                    @RequestParam(name = "return", defaultValue = "/")
                    String returnTo,
            HttpServletResponse response) {
        ProviderSignIn.Begun begun = signIn.begin(tenant, provider, returnTo, redirect(tenant, provider));
        SessionCookie.SIGN_IN.set(response, begun.browser());
        return sendTo(begun.target());
    }

    @GetMapping("/tenants/{tenantName}/oidc/{provider}/callback")
    @Operation(summary = "Take a browser back from an identity provider of a tenant")
    ResponseEntity<Void> callback(
            @PathVariable String tenantName,
            @PathVariable String provider,
            @ParameterObject @ModelAttribute Returned returned,
            HttpServletRequest from,
            HttpServletResponse response) {
        return end(tenantName, provider, returned, from, response);
    }

    @GetMapping("/administrators/oidc/{provider}/callback")
    @Operation(summary = "Take a browser back from an identity provider of the provider's administrators")
    ResponseEntity<Void> administratorCallback(
            @PathVariable String provider,
            @ParameterObject @ModelAttribute Returned returned,
            HttpServletRequest from,
            HttpServletResponse response) {
        return end("", provider, returned, from, response);
    }

    private ResponseEntity<Void> end(
            String tenantName,
            String provider,
            Returned returned,
            HttpServletRequest from,
            HttpServletResponse response) {
        Secret browser = SessionCookie.SIGN_IN.of(from).orElse(null);
        SessionCookie.SIGN_IN.clear(response);
        AuditedSubject.noteProvider(from, tenantName, provider, null);
        if (returned.state() == null || returned.code() == null) {
            recorded.unasked(from);
            throw new FailureException(new Failure.WrongLogin());
        }
        ProviderSignIn.Answer answer = new ProviderSignIn.Answer(
                tenantName,
                provider,
                Secret.of(returned.state()),
                new SignInProtocol.Code(Secret.of(returned.code()), returned.iss()),
                browser,
                redirect(tenantName, provider));
        Device device = Device.of(from.getHeader("User-Agent"), from.getRemoteAddr());
        return switch (signIn.end(answer, device, () -> recorded.checked(from))) {
            case ProviderSignIn.End.Refused(@Nullable String subject, Failure why) -> {
                AuditedSubject.noteProvider(from, tenantName, provider, subject);
                recorded.unasked(from);
                throw new FailureException(why);
            }
            case ProviderSignIn.End.SignedIn(Sessions.Opened session, String returnTo) -> {
                AuditedSubject.noteLogin(from, session.account().caller().getName());
                SessionCookie.SESSION.set(response, session.bearer());
                yield sendTo(URI.create(returnTo));
            }
        };
    }

    private static ResponseEntity<Void> sendTo(URI target) {
        return ResponseEntity.status(HttpStatus.FOUND)
                .location(target)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .build();
    }

    /** Providers send browsers to addresses only that were registered with them, so that no other host gets a code. */
    private URI redirect(String tenantName, String provider) {
        AdminOperation callback = tenantName.isEmpty()
                ? SessionOperation.END_ADMINISTRATOR_SIGN_IN
                : SessionOperation.END_PROVIDER_SIGN_IN;
        return origin.configured()
                .map(UriComponentsBuilder::fromUri)
                .orElseGet(ServletUriComponentsBuilder::fromCurrentContextPath)
                .path(callback.route().path())
                .buildAndExpand(Map.of("tenantName", tenantName, "provider", provider))
                .encode()
                .toUri();
    }
}
