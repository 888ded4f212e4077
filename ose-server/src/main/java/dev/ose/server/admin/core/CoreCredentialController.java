package dev.ose.server.admin.core;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.AdminGuard;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.CoreOperation;
import dev.ose.server.admin.access.token.TokenScope;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.admin.s3.S3Users;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.credential.CredentialKind;
import dev.ose.server.tenant.credential.Credentials;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.tenant.credential.NewCredential;
import dev.ose.server.tenant.credential.ShownCredential;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Key pairs of users by their names, as scripts made for VMware's Object Storage Extension ask for them. */
@RestController
@RequestMapping("/api/v1/core/tenants/{tenant}/users/{userName}")
@Tag(name = "Core")
public class CoreCredentialController {

    private final Provisioning provisioning;
    private final Credentials credentials;
    private final ListReader lists;
    private final S3Users users;

    public CoreCredentialController(
            Provisioning provisioning, Credentials credentials, ListReader lists, S3Users users) {
        this.provisioning = provisioning;
        this.credentials = credentials;
        this.lists = lists;
        this.users = users;
    }

    /** A user has at most as many as a page can hold. */
    @GetMapping("/credentials")
    @Operation(
            summary = "List a user's key pairs, oldest first",
            description = "The answer to the user itself contains the secret of the immutable pair, if its login and"
                    + " its policies also let it make a key pair. Filter and order are those of ListCredentials.")
    CorePage<CoreCredentialView> list(
            @PathVariable String tenant,
            @PathVariable String userName,
            @ParameterObject @ModelAttribute CoreListPart part,
            HttpServletRequest request) {
        User owner = provisioning.userNamed(Input.tenant(tenant), userName);
        List<ShownCredential> all = lists.credentials(owner.tenant(), owner.id(), part.query(AdminList.CREDENTIALS))
                .items();
        return part.of(
                all,
                each -> CoreCredentialView.of(each.credential(), owner, each.lastUse(), secret(each, owner, request)));
    }

    private @Nullable Secret secret(ShownCredential shown, User owner, HttpServletRequest request) {
        if (shown.credential().kind() != CredentialKind.RESERVED) {
            return null;
        }
        return reader(owner, request)
                .flatMap(member -> users.find(member, InetAddress.ofLiteral(request.getRemoteAddr())))
                .map(Identity::key)
                .map(Identity.Key::secret)
                .orElse(null);
    }

    /** The caller, if it is the user and could make a key pair, which is worth the same. */
    private static Optional<AdminCaller.Member> reader(User owner, HttpServletRequest request) {
        boolean isReadOnly =
                Logins.means(TokenScope.class).filter(TokenScope::isReadOnly).isPresent();
        if (isReadOnly
                || !(Logins.caller() instanceof AdminCaller.Member member)
                || !member.user().equals(owner.id())) {
            return Optional.empty();
        }
        try {
            AdminGuard.requirePolicies(CoreOperation.CREATE_CORE_CREDENTIAL, request, owner);
            return Optional.of(member);
        } catch (FailureException notPermitted) {
            return Optional.empty();
        }
    }

    @PostMapping("/credentials")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(summary = "Create a key pair; only this answer contains its secret")
    CoreCredentialView create(
            @PathVariable String tenant,
            @PathVariable String userName,
            @RequestBody(required = false) @Nullable CoreCredentialRequest request) {
        User owner = provisioning.userNamed(Input.tenant(tenant), userName);
        CoreCredentialRequest wanted = request == null ? new CoreCredentialRequest(null, null, null, null) : request;
        NewCredential made = credentials.create(owner.tenant(), owner.id(), wanted.terms(owner.id()));
        return CoreCredentialView.of(made.credential(), owner, null, made.secretKey());
    }

    /** Text whatever the client accepts: those made for the product ask for JSON, and get text there. */
    @GetMapping("/canonical-id")
    @ApiResponse(
            responseCode = "200",
            description = "OK",
            content = @Content(mediaType = MediaType.TEXT_PLAIN_VALUE, schema = @Schema(types = "string")))
    @Operation(summary = "Show a user's canonical id, as S3 names it")
    ResponseEntity<String> canonicalId(@PathVariable String tenant, @PathVariable String userName) {
        User user = provisioning.userNamed(Input.tenant(tenant), userName);
        return ResponseEntity.ok()
                .contentType(MediaType.TEXT_PLAIN)
                .body(user.canonicalId().value());
    }
}
