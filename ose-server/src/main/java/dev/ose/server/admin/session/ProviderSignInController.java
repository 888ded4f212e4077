package dev.ose.server.admin.session;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.session.Device;
import dev.ose.server.iam.federation.SignInClientStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
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
    private final SignInClientStore clients;
    private final PublicOrigin origin;

    public ProviderSignInController(ProviderSignIn signIn, SignInClientStore clients, PublicOrigin origin) {
        this.signIn = signIn;
        this.clients = clients;
        this.origin = origin;
    }

    /** A provider to choose. */
    record ProviderView(String name) {}

    @GetMapping("/providers")
    @Operation(summary = "List the identity providers by which users of a tenant can sign in")
    List<ProviderView> list(@RequestParam(defaultValue = "") String tenant) {
        return clients.list(tenant).stream().map(ProviderView::new).toList();
    }

    @GetMapping("/oidc/{provider}/start")
    @Operation(
            summary = "Send a browser to an identity provider",
            description = "The browser comes back signed in, to the path that return names.")
    ResponseEntity<Void> start(
            @PathVariable String provider,
            @RequestParam(defaultValue = "") String tenant,
            @RequestParam(name = "return", defaultValue = "/") String returnTo,
            HttpServletResponse response) {
        ProviderSignIn.Begun begun = signIn.begin(tenant, provider, returnTo, redirect(provider));
        SessionCookie.SIGN_IN.set(response, begun.browser());
        return sendTo(begun.target());
    }

    @GetMapping("/oidc/{provider}/callback")
    @Operation(summary = "Take a browser back from an identity provider")
    ResponseEntity<Void> callback(
            @PathVariable String provider,
            @RequestParam(required = false) @Nullable String state,
            @RequestParam(required = false) @Nullable String code,
            @RequestParam(required = false) @Nullable String iss,
            HttpServletRequest from,
            HttpServletResponse response) {
        Secret browser = SessionCookie.SIGN_IN.of(from).orElse(null);
        SessionCookie.SIGN_IN.clear(response);
        if (state == null || code == null) {
            throw new FailureException(new Failure.WrongLogin());
        }
        ProviderSignIn.Answer answer = new ProviderSignIn.Answer(
                provider, Secret.of(state), Secret.of(code), browser, iss, redirect(provider));
        ProviderSignIn.Ended ended = signIn.end(answer, Device.of(from.getHeader("User-Agent"), from.getRemoteAddr()));
        SessionCookie.SESSION.set(response, ended.session().bearer());
        return sendTo(URI.create(ended.returnTo()));
    }

    private static ResponseEntity<Void> sendTo(URI target) {
        return ResponseEntity.status(HttpStatus.FOUND)
                .location(target)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .build();
    }

    /** Providers send browsers to addresses only that were registered with them, so that no other host gets a code. */
    private URI redirect(String provider) {
        return origin.configured()
                .map(UriComponentsBuilder::fromUri)
                .orElseGet(ServletUriComponentsBuilder::fromCurrentContextPath)
                .path(AdminOperation.END_PROVIDER_SIGN_IN.route().path())
                .buildAndExpand(provider)
                .encode()
                .toUri();
    }
}
