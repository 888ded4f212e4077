package dev.ose.osis.service;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.StoragePlatform;
import dev.ose.osis.model.OsisPage;
import dev.ose.osis.model.OsisS3Credential;
import dev.ose.osis.model.OsisUser;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Key pairs. Their secrets are read from the platform for each answer. */
final class KeyCalls {

    private final StoragePlatform platform;
    private final Directory directory;

    KeyCalls(StoragePlatform platform, Directory directory) {
        this.platform = platform;
        this.directory = directory;
    }

    OsisReply create(OsisCall call) {
        UserEntry user = directory
                .user(call.variable("tenantId"), call.variable("userId"))
                .orElseThrow(KeyCalls::noSuchUser);
        try {
            return OsisReply.created(credential(user, platform.createKey(user.platformId())));
        } catch (PlatformException e) {
            throw e.kind() == Kind.NOT_FOUND ? noSuchUser() : e;
        }
    }

    private static OsisRefusal noSuchUser() {
        return OsisRefusal.badRequest("there is no such user");
    }

    OsisReply list(OsisCall call) {
        return call.page(directory
                .user(call.variable("tenantId"), call.variable("userId"))
                .map(this::credentials)
                .orElse(List.of()));
    }

    /** Searches the directory, and reads only the secrets of the page from the platform. */
    OsisReply query(OsisCall call) {
        OsisFilter filter = call.filter();
        OsisPage<KeyEntry> found = call.cut(directory.keys().stream()
                .filter(key ->
                        owner(key).filter(user -> admits(filter, key, user)).isPresent())
                .toList());
        Map<String, List<OsisS3Credential>> asked = new HashMap<>();
        List<OsisS3Credential> items = found.items().stream()
                .flatMap(key -> owner(key).stream()
                        .flatMap(user -> asked.computeIfAbsent(user.externalId(), absent -> credentials(user)).stream())
                        .filter(credential -> key.accessKey().equals(credential.accessKey())))
                .toList();
        return OsisReply.ok(new OsisPage<>(items, found.pageInfo()));
    }

    private boolean admits(OsisFilter filter, KeyEntry key, UserEntry user) {
        return directory
                .tenant(key.tenantId())
                .filter(home -> filter.admits(key, user, home))
                .isPresent();
    }

    OsisReply get(OsisCall call) {
        String accessKey = call.variable("accessKey");
        return owner(call)
                .flatMap(user -> credentials(user).stream()
                        .filter(credential -> accessKey.equals(credential.accessKey()))
                        .findFirst())
                .map(OsisReply::ok)
                .orElseThrow(() -> OsisRefusal.notFound("there is no such key"));
    }

    /** Changes whether the key is active, and nothing else. */
    OsisReply updateStatus(OsisCall call) {
        if (!platform.info().capabilities().contains(Capability.KEY_STATUS)) {
            return OsisRefusal.notImplemented("The platform does not stop single keys.")
                    .reply();
        }
        boolean active =
                OsisRefusal.required(call.document(OsisS3Credential.class).active(), "active");
        String accessKey = call.variable("accessKey");
        UserEntry user = owner(call).orElseThrow(() -> OsisRefusal.notFound("there is no such key"));
        try {
            platform.setKeyActive(user.platformId(), accessKey, active);
        } catch (PlatformException e) {
            throw e.kind() == Kind.NOT_FOUND ? OsisRefusal.notFound("there is no such key") : e;
        }
        return get(call);
    }

    OsisReply delete(OsisCall call) {
        String accessKey = call.variable("accessKey");
        owner(call).ifPresent(user -> {
            platform.deleteKey(user.platformId(), accessKey);
            directory
                    .key(accessKey)
                    .filter(key -> user.is(key.tenantId(), key.userId()))
                    .ifPresent(key -> directory.removeKey(accessKey));
        });
        return OsisReply.done();
    }

    /** The owner that the request names, else the recorded one. */
    private Optional<UserEntry> owner(OsisCall call) {
        Optional<String> tenantId = call.parameter("tenant_id");
        Optional<String> userId = call.parameter("user_id");
        return tenantId.isPresent() && userId.isPresent()
                ? directory.user(tenantId.get(), userId.get())
                : directory.key(call.variable("accessKey")).flatMap(this::owner);
    }

    private Optional<UserEntry> owner(KeyEntry key) {
        return directory.user(key.tenantId(), key.userId());
    }

    private List<OsisS3Credential> credentials(UserEntry user) {
        return platform.listKeys(user.platformId()).stream()
                .map(key -> credential(user, key))
                .toList();
    }

    private OsisS3Credential credential(UserEntry owner, PlatformKey key) {
        OsisUser user = owner.user();
        return new OsisS3Credential(
                key.accessKey(),
                key.secretKey(),
                key.active(),
                directory.noteKey(owner, key.accessKey()).createdAt(),
                user.tenantId(),
                user.userId(),
                user.username(),
                user.cdUserId(),
                user.cdTenantId(),
                false);
    }
}
