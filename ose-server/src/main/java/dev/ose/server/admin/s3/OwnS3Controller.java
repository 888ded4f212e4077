package dev.ose.server.admin.s3;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.session.ShownSession;
import dev.ose.server.admin.audit.AuditedSubject;
import dev.ose.server.admin.json.SecretSerializer;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.credential.Credentials;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.tenant.credential.NewSession;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.annotation.JsonSerialize;

/** The caller's own way to objects: links, and temporary credentials. */
@RestController
@RequestMapping("/api/v1/admin/me")
@Tag(name = "Objects")
public class OwnS3Controller {

    private final S3Users users;
    private final Links links;
    private final Credentials credentials;
    private final S3Endpoint endpoint;
    private final Clock clock;

    public OwnS3Controller(S3Users users, Links links, Credentials credentials, S3Endpoint endpoint, Clock clock) {
        this.users = users;
        this.links = links;
        this.credentials = credentials;
        this.endpoint = endpoint;
        this.clock = clock;
    }

    /** A link to an object. */
    record LinkView(
            @JsonSerialize(using = SecretSerializer.class) @Schema(type = "string")
            Secret url,

            Instant expiresAt) {}

    /**
     * Temporary credentials, and where they are good.
     *
     * @param pathStyle whether buckets are in the path
     */
    record S3SessionView(
            String accessKeyId,

            @JsonSerialize(using = SecretSerializer.class) @Schema(type = "string")
            Secret secretAccessKey,

            @JsonSerialize(using = SecretSerializer.class) @Schema(type = "string")
            Secret sessionToken,

            Instant expiresAt,
            String endpoint,
            String region,
            boolean pathStyle) {}

    @PostMapping("/presign")
    @Operation(
            summary = "Make a link to an object, for anyone who has it",
            description = "The link is worth what its user may do at each use; it ends with the user.")
    LinkView presign(@RequestBody LinkRequest request, HttpServletRequest from) {
        LinkRequest checked = request.checked();
        AuditedSubject.noteObject(from, checked.method() + " " + checked.bucket() + '/' + checked.key());
        Identity user = users.find(member(), InetAddress.ofLiteral(from.getRemoteAddr()))
                .orElseThrow(() -> new FailureException(new Failure.NotAllowed("links without a key on the platform")));
        Links.Link link = links.make(user, checked);
        return new LinkView(Secret.of(link.url()), link.expiresAt());
    }

    @PostMapping("/s3-session")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            summary = "Make temporary credentials for S3",
            description = "They end with the session that they are made in.")
    S3SessionView open(@RequestBody S3SessionRequest request) {
        AdminCaller.Member member = member();
        Optional<ShownSession> session = Logins.means(ShownSession.class);
        Duration length = session.map(it -> Duration.between(clock.instant(), it.expiresAt()))
                .filter(left -> left.compareTo(request.duration()) < 0)
                .orElseGet(request::duration);
        NewSession made = credentials.openSession(
                member.tenant(),
                member.user(),
                request.policy(),
                length,
                session.map(it -> it.id().value()).orElse(null));
        return new S3SessionView(
                made.credential().accessKey().value(),
                made.secretKey(),
                made.token(),
                made.expiresAt(),
                endpoint.url(),
                endpoint.region(),
                true);
    }

    private static AdminCaller.Member member() {
        return switch (Logins.caller()) {
            case AdminCaller.Member member -> member;
            // The table of operations lets no others in.
            case AdminCaller.Provider _, AdminCaller.Anonymous _ ->
                throw new FailureException(new Failure.NotAllowed("S3 without a user"));
        };
    }
}
