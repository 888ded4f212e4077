package dev.ose.server.admin.link;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.AdminGuard;
import dev.ose.server.admin.access.link.ShareLink;
import dev.ose.server.admin.audit.RecordedRedemptions;
import dev.ose.server.admin.s3.S3Endpoint;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The page of a link, without a login. To show it uses nothing up, since programs that preview messages open what is in
 * them; its form does, and is answered with a redirect to S3: bytes of objects never have the origin of the portal.
 */
@RestController
@RequestMapping("/s/{token}")
@Hidden
public class LinkPageController {

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

    private final LinkRedemption redemption;
    private final S3Endpoint endpoint;
    private final RecordedRedemptions recorded;

    public LinkPageController(LinkRedemption redemption, S3Endpoint endpoint, RecordedRedemptions recorded) {
        this.redemption = redemption;
        this.recorded = recorded;
        this.endpoint = endpoint;
    }

    @GetMapping
    ResponseEntity<String> show(@PathVariable String token, HttpServletRequest request) {
        return answer(redemption.look(Secret.of(token), client(request)));
    }

    @PostMapping
    ResponseEntity<String> redeem(@PathVariable String token, HttpServletRequest request) throws IOException {
        LinkRedemption.Outcome outcome = redemption.redeem(
                Secret.of(token), SentPassword.in(request), client(request), link -> recorded.use(request, link));
        switch (outcome) {
            case LinkRedemption.Outcome.Redeemed _, LinkRedemption.Outcome.Good _ -> {
                // A use is recorded before it counts, and redeeming ends with no page.
            }
            case LinkRedemption.Outcome.WrongPassword(ShareLink link) -> recorded.wrongPassword(request, link);
            case LinkRedemption.Outcome.Throttled(ShareLink link, Duration _) ->
                recorded.refused(request, link, "throttled");
            case LinkRedemption.Outcome.Unavailable(@Nullable ShareLink link, String reason) ->
                recorded.refused(request, link, reason);
        }
        return answer(outcome);
    }

    private static SharedObjects.Client client(HttpServletRequest request) {
        return new SharedObjects.Client(InetAddress.ofLiteral(request.getRemoteAddr()), AdminGuard.facts(request));
    }

    private ResponseEntity<String> answer(LinkRedemption.Outcome outcome) {
        return switch (outcome) {
            case LinkRedemption.Outcome.Redeemed(ShareLink _, Secret url) ->
                protectedAnswer(HttpStatus.SEE_OTHER, LinkPages.policy())
                        .location(URI.create(url.use(bytes -> new String(bytes, StandardCharsets.US_ASCII))))
                        .build();
            case LinkRedemption.Outcome.Good(ShareLink link) -> page(HttpStatus.OK, form(link, null));
            case LinkRedemption.Outcome.WrongPassword(ShareLink link) ->
                page(HttpStatus.FORBIDDEN, form(link, "The password is wrong."));
            case LinkRedemption.Outcome.Throttled(ShareLink link, Duration wait) ->
                protectedAnswer(HttpStatus.TOO_MANY_REQUESTS, LinkPages.policy(endpoint.url()))
                        .header(HttpHeaders.RETRY_AFTER, Long.toString(wait.toSeconds() + 1))
                        .contentType(HTML)
                        .body(form(link, "There were too many wrong passwords. Try again later."));
            case LinkRedemption.Outcome.Unavailable(@Nullable ShareLink _, String _) ->
                protectedAnswer(HttpStatus.NOT_FOUND, LinkPages.policy())
                        .contentType(HTML)
                        .body(LinkPages.UNAVAILABLE);
        };
    }

    /** The name of the file is known after the password. */
    private static String form(ShareLink link, @Nullable String problem) {
        boolean needsWord = link.terms().hasPassword();
        return LinkPages.form(needsWord ? null : link.object().fileName(), needsWord, problem);
    }

    private ResponseEntity<String> page(HttpStatus status, String html) {
        return protectedAnswer(status, LinkPages.policy(endpoint.url()))
                .contentType(HTML)
                .body(html);
    }

    private static ResponseEntity.BodyBuilder protectedAnswer(HttpStatus status, String policy) {
        return ResponseEntity.status(status)
                .cacheControl(CacheControl.noStore())
                .header("Content-Security-Policy", policy)
                .header("Referrer-Policy", "no-referrer")
                .header("X-Content-Type-Options", "nosniff")
                .header("X-Robots-Tag", "noindex");
    }
}
