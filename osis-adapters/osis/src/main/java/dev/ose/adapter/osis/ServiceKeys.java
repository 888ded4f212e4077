package dev.ose.adapter.osis;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.osis.model.OsisS3Credential;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Key pairs of the service. */
final class ServiceKeys {

    /** The placeholder of a service that can no longer decrypt a secret. */
    private static final Secret LOST = Secret.of("Not Available");

    private static final Secret EMPTY = Secret.of("");

    private final OsisApi api;
    private final ServiceUsers users;

    ServiceKeys(OsisApi api, ServiceUsers users) {
        this.api = api;
        this.users = users;
    }

    private static String path(UserName user) {
        return ServiceUsers.path(user) + "/s3credentials";
    }

    PlatformKey create(UserName user) {
        OsisAnswer answer = api.send(OsisRequest.post(path(user), null, "create a key"));
        if (!answer.isDone()) {
            // Services answer 400 for an unknown user, but also for other reasons.
            throw users.find(user).isEmpty() ? ServiceUsers.missing(user) : answer.refusal();
        }
        OsisS3Credential made = answer.read(OsisS3Credential.class);
        return new PlatformKey(answer.member(made.accessKey()), answer.member(made.secretKey()));
    }

    /** The keys with known secrets, oldest first; in the service's order if it states no creation times. */
    List<PlatformKey> list(UserName user) {
        List<OsisS3Credential> usable =
                all(user).stream().filter(ServiceKeys::isUsable).toList();
        boolean dated = usable.stream().allMatch(key -> key.createdAt().isPresent());
        Comparator<OsisS3Credential> age =
                Comparator.comparing(key -> dated ? key.createdAt().orElse(Instant.EPOCH) : Instant.EPOCH);
        return usable.stream()
                .sorted(age)
                .map(key -> new PlatformKey(
                        Objects.requireNonNull(key.accessKey()), Objects.requireNonNull(key.secretKey()), key.works()))
                .toList();
    }

    private static boolean isUsable(OsisS3Credential key) {
        return key.accessKey() != null
                && key.secretKey() != null
                && !key.secretKey().equals(LOST)
                && !key.secretKey().equals(EMPTY);
    }

    private List<OsisS3Credential> all(UserName user) {
        return users.find(user).isEmpty()
                ? List.of()
                : api.list(OsisRequest.get(path(user), "list a user's keys"), OsisS3Credential.class);
    }

    /** Sends the whole key: the service changes one member and may validate the others. */
    void setActive(UserName user, String accessKey, boolean active) {
        OsisS3Credential key = all(user).stream()
                .filter(each -> accessKey.equals(each.accessKey()))
                .findFirst()
                .orElseThrow(() -> new PlatformException(Kind.NOT_FOUND, "There is no such key."));
        api.send(OsisRequest.patch(
                                path(accessKey), key.withActive(active), active ? "let a key work again" : "stop a key")
                        .with("tenant_id", user.tenantId())
                        .with("user_id", user.userId()))
                .required();
    }

    private static String path(String accessKey) {
        return "/api/v1/s3credentials/" + PathSegments.encode(accessKey);
    }

    /** Checks first that the user has the key: a service may delete any key regardless of the user. */
    void delete(UserName user, String accessKey) {
        if (all(user).stream().noneMatch(key -> accessKey.equals(key.accessKey()))) {
            return;
        }
        askToDelete(user, accessKey).requireGone();
    }

    /** Includes disabled keys, which could be enabled again; not those that the service marks immutable. */
    void deleteAll(UserName user) {
        for (OsisS3Credential key : all(user)) {
            if (key.accessKey() != null && !Boolean.TRUE.equals(key.immutable())) {
                OsisAnswer answer = askToDelete(user, key.accessKey());
                if (answer.isNotOffered()) {
                    return;
                }
                answer.requireGone();
            }
        }
    }

    private OsisAnswer askToDelete(UserName user, String accessKey) {
        return api.send(OsisRequest.delete(path(accessKey), "delete a key")
                .with("tenant_id", user.tenantId())
                .with("user_id", user.userId()));
    }
}
