package dev.ose.adapter.osis;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.UserRequest;
import dev.ose.osis.model.OsisRole;
import dev.ose.osis.model.OsisTenant;
import dev.ose.osis.model.OsisUser;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Users of the service. */
final class ServiceUsers {

    private final OsisApi api;

    ServiceUsers(OsisApi api) {
        this.api = api;
    }

    static String path(UserName user) {
        return usersPath(user.tenantId()) + '/' + PathSegments.encode(user.userId());
    }

    private static String usersPath(String tenantId) {
        return ServiceTenants.path(tenantId) + "/users";
    }

    /** Looks for the user first: a service may refuse to create an existing one. */
    PlatformUser create(OsisTenant home, UserRequest request) {
        String id = ServiceTenants.usable(request.externalId());
        Optional<PlatformUser> there = ofExternalId(home, id);
        if (there.isPresent()) {
            return there.get();
        }
        String tenantId = String.valueOf(home.tenantId());
        OsisAnswer answer = api.send(OsisRequest.post(
                usersPath(tenantId),
                OsisUser.request(tenantId, request.name(), role(request), id, organisation(home)),
                "create a user"));
        if (!answer.isDone()) {
            return ofExternalId(home, id).orElseThrow(answer::refusal);
        }
        return user(tenantId, answer, answer.read(OsisUser.class));
    }

    private static OsisRole role(UserRequest request) {
        return switch (request.role()) {
            case TENANT_ADMIN -> OsisRole.TENANT_ADMIN;
            case TENANT_USER -> OsisRole.TENANT_USER;
        };
    }

    /** The organisation that the tenant was created for; others may have been added since. */
    private static @Nullable String organisation(OsisTenant tenant) {
        return tenant.cdTenantIds().isEmpty() ? null : tenant.cdTenantIds().getFirst();
    }

    /** Also filters by organisation, which some services require, and filters the listed users again. */
    private Optional<PlatformUser> ofExternalId(OsisTenant home, String externalId) {
        String tenantId = String.valueOf(home.tenantId());
        String organisation = organisation(home);
        String filter = "tenant_id==" + tenantId + (organisation == null ? "" : ";cd_tenant_id==" + organisation)
                + ";cd_user_id==" + externalId;
        return api
                .list(OsisRequest.get("/api/v1/users/query", "find a user").with("filter", filter), OsisUser.class)
                .stream()
                .filter(found -> externalId.equals(found.cdUserId()) && tenantId.equals(found.tenantId()))
                .map(OsisUser::userId)
                .filter(Objects::nonNull)
                .findFirst()
                .flatMap(userId -> find(new UserName(tenantId, userId)));
    }

    Optional<PlatformUser> find(UserName name) {
        OsisAnswer answer = api.send(OsisRequest.get(path(name), "find a user"));
        return answer.isNotFound()
                ? Optional.empty()
                : Optional.of(user(name.tenantId(), answer.required(), answer.read(OsisUser.class)));
    }

    /** Sends the whole user: the service changes one member and may validate the others. */
    void setActive(UserName name, boolean active) {
        OsisAnswer answer = api.send(OsisRequest.get(path(name), "find a user"));
        if (answer.isNotFound()) {
            throw missing(name);
        }
        OsisUser user = answer.required().read(OsisUser.class);
        answer.member(user.userId());
        api.send(OsisRequest.patch(
                        path(name), user.withActive(active), active ? "let a user act again" : "lock a user out"))
                .required();
    }

    /** Never requests that data be purged. */
    void delete(UserName name) {
        OsisAnswer answer =
                api.send(OsisRequest.delete(path(name), "delete a user").with("purge_data", "false"));
        answer.requireGone();
    }

    /** Whether the tenant has users. */
    boolean anyOf(String tenantId) {
        OsisAnswer answer = api.send(OsisRequest.get(usersPath(tenantId), "list a tenant's users")
                .with("offset", "0")
                .with("limit", "1"));
        return !answer.isNotFound()
                && answer.required().readPage(OsisUser.class).total() > 0;
    }

    static PlatformException missing(UserName name) {
        return new PlatformException(Kind.NOT_FOUND, "There is no user " + name.userId() + ".");
    }

    private static PlatformUser user(String tenantId, OsisAnswer answer, OsisUser read) {
        String userId = answer.member(read.userId());
        String name = read.anyName();
        UserName id = new UserName(tenantId, userId);
        return new PlatformUser(
                id.toId(),
                id.home(),
                answer.member(read.canonicalUserId()),
                name == null ? userId : name,
                read.works());
    }
}
