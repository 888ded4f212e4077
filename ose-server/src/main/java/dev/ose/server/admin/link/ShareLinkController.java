package dev.ose.server.admin.link;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.AdminGuard;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.LinkOperation;
import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.admin.access.link.LinkedObject;
import dev.ose.server.admin.access.link.ShareLink;
import dev.ose.server.admin.access.link.ShareLinkId;
import dev.ose.server.admin.access.link.ShareLinkStore;
import dev.ose.server.admin.access.link.ShareLinks;
import dev.ose.server.admin.audit.AuditedSubject;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.json.SecretSerializer;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.admin.login.Passwords;
import dev.ose.server.admin.session.PublicOrigin;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.UriComponentsBuilder;
import tools.jackson.databind.annotation.JsonSerialize;

/** Links by which the users of a tenant share objects, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/links")
@Tag(name = "Objects")
public class ShareLinkController {

    private final ShareLinks links;
    private final SharedObjects objects;
    private final Passwords passwords;
    private final Provisioning provisioning;
    private final ListReader lists;
    private final PublicOrigin origin;

    public ShareLinkController(
            ShareLinks links,
            SharedObjects objects,
            Passwords passwords,
            Provisioning provisioning,
            ListReader lists,
            PublicOrigin origin) {
        this.links = links;
        this.objects = objects;
        this.passwords = passwords;
        this.provisioning = provisioning;
        this.lists = lists;
        this.origin = origin;
    }

    /** A link and, this once, the URL that redeems it. */
    record NewShareLinkView(
            ShareLinkView link,

            @JsonSerialize(using = SecretSerializer.class) @Schema(type = "string")
            Secret url) {}

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            summary = "Create a link to an object that can be revoked; only this answer contains its URL",
            description =
                    "The caller must be able to read the object, and the link is worth at each use what the caller"
                            + " may read then. With the URL, and the password if there is one, S3 sends the object"
                            + " without a login.")
    NewShareLinkView create(
            @PathVariable String tenant, @RequestBody NewShareLinkRequest wanted, HttpServletRequest request) {
        AdminCaller.Member member = Logins.caller() instanceof AdminCaller.Member it ? it : refuseOthers();
        AdminGuard.requirePolicies(LinkOperation.CREATE_SHARE_LINK, wanted.bucketName(), request);
        ShareLinkStore.Owner owner = new ShareLinkStore.Owner(member.tenant(), member.user());
        Instant end = links.checkedEnd(Input.required("expiresAt", wanted.expiresAt()));
        @Nullable Integer maxUses = wanted.maxUses();
        LinkedObject object = object(owner, wanted, request);
        @Nullable PasswordHash hash = wanted.characters().map(passwords::hash).orElse(null);
        ShareLinks.Made made = links.create(owner, new ShareLinkStore.Draft(object, end, hash, maxUses));
        note(request, made.link(), object.key().value());
        return new NewShareLinkView(ShareLinkView.of(made.link()), url(made.bearer()));
    }

    @GetMapping
    @Operation(
            summary = "List links: one's own, and for administrators all of the tenant",
            description = "Those that ended are listed for a month. Filtered and ordered by id, user, bucket, key,"
                    + " state, uses, createdAt, expiresAt and lastUsedAt.")
    Page<ShareLinkView> list(@PathVariable String tenant, @ParameterObject @ModelAttribute ListPart part) {
        TenantId owner = provisioning.tenant(Input.tenant(tenant)).id();
        ListQuery query = part.query(AdminList.SHARE_LINKS);
        @Nullable
        UserId only = Logins.caller().plainUser().map(AdminCaller.Member::user).orElse(null);
        return ListPart.<ShareLink, ShareLinkView>page(query, lists.shareLinks(owner, only, query), ShareLinkView::of);
    }

    @GetMapping("/{link}")
    @Operation(
            summary = "Show a link, without its URL",
            description = "Users see their own, administrators all of the tenant.")
    ShareLinkView get(@PathVariable String tenant, @PathVariable String link) {
        return ShareLinkView.of(visible(tenant, link));
    }

    @DeleteMapping("/{link}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(
            summary = "Revoke a link at once",
            description = "Users revoke their own, administrators all of the tenant. Downloads that have begun go on.")
    void revoke(@PathVariable String tenant, @PathVariable String link, HttpServletRequest request) {
        ShareLink found = visible(tenant, link);
        links.revoke(found);
        note(request, found, found.object().key().value());
    }

    private LinkedObject object(ShareLinkStore.Owner owner, NewShareLinkRequest wanted, HttpServletRequest request) {
        SharedObjects.Client client =
                new SharedObjects.Client(InetAddress.ofLiteral(request.getRemoteAddr()), AdminGuard.facts(request));
        return objects.find(owner, wanted.bucketName(), wanted.objectKey(), wanted.version(), client)
                .orElseThrow(() -> new FailureException(
                        new Failure.NotFound("object that the caller may read", wanted.bucket() + "/" + wanted.key())));
    }

    /** Another's link looks missing to a plain user. */
    private ShareLink visible(String tenant, String link) {
        ShareLinkId id = new ShareLinkId(Input.id("link", link));
        TenantId owner = provisioning.tenant(Input.tenant(tenant)).id();
        return links.find(owner, id)
                .filter(it -> Logins.caller()
                        .plainUser()
                        .filter(user -> !user.user().equals(it.user()))
                        .isEmpty())
                .orElseThrow(() -> new FailureException(new Failure.NotFound("link", link)));
    }

    private static void note(HttpServletRequest request, ShareLink link, String key) {
        AuditedSubject.noteShareLink(
                request, link.tenant(), link.object().bucket().value(), link.id() + " " + key);
    }

    private Secret url(Secret bearer) {
        UriComponentsBuilder base = origin.configured()
                .map(UriComponentsBuilder::fromUri)
                .orElseGet(ServletUriComponentsBuilder::fromCurrentContextPath);
        return Secret.of(base.replacePath(LinkOperation.REDEEMED + bearer.use(ShareLinkController::text))
                .replaceQuery(null)
                .toUriString());
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    private static AdminCaller.Member refuseOthers() {
        throw new FailureException(new Failure.NotAllowed(LinkOperation.CREATE_SHARE_LINK.title() + " without a user"));
    }
}
