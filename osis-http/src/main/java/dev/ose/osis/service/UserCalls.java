package dev.ose.osis.service;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformRole;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.UserRequest;
import dev.ose.osis.model.OsisRole;
import dev.ose.osis.model.OsisUser;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/** Users. */
final class UserCalls {

    private static final int LOCKS = 64;

    private final StoragePlatform platform;
    private final Directory directory;
    private final PlatformCalls holdings;

    /** Striped by user: two concurrent creations of one user must not create two first keys. */
    private final List<Lock> locks =
            Stream.<Lock>generate(ReentrantLock::new).limit(LOCKS).toList();

    UserCalls(StoragePlatform platform, Directory directory, PlatformCalls holdings) {
        this.platform = platform;
        this.directory = directory;
        this.holdings = holdings;
    }

    /** Creates a user with a first key pair, or returns the one with this id in Cloud Director. */
    OsisReply create(OsisCall call) {
        String tenantId = call.variable("tenantId");
        OsisUser asked = call.document(OsisUser.class);
        String cdUserId = OsisRefusal.required(asked.cdUserId(), "cd_user_id");
        String name = asked.anyName() == null ? cdUserId : asked.anyName();
        if (directory.tenant(tenantId).isEmpty()) {
            throw OsisRefusal.badRequest("there is no such tenant");
        }
        Lock lock = locks.get(Math.floorMod((tenantId + '/' + cdUserId).hashCode(), LOCKS));
        lock.lock();
        try {
            UserEntry claimed = directory.claimUser(tenantId, asked, cdUserId);
            PlatformUser made =
                    make(new UserRequest(new PlatformTenantId(tenantId), claimed.externalId(), name, role(asked)));
            UserEntry user = directory.finishUser(claimed, made.id().value(), made.canonicalId());
            ensureKey(user);
            return OsisReply.created(user.user().withActive(made.active()));
        } finally {
            lock.unlock();
        }
    }

    /** Roles of the provider do not apply within a tenant. */
    private static PlatformRole role(OsisUser asked) {
        return asked.role() == OsisRole.TENANT_ADMIN ? PlatformRole.TENANT_ADMIN : PlatformRole.TENANT_USER;
    }

    private PlatformUser make(UserRequest request) {
        try {
            return platform.createUser(request);
        } catch (PlatformException e) {
            if (e.kind() == Kind.NOT_FOUND) {
                throw OsisRefusal.badRequest("there is no such tenant");
            }
            throw e;
        }
    }

    private void ensureKey(UserEntry user) {
        List<PlatformKey> keys = platform.listKeys(user.platformId());
        if (keys.isEmpty()) {
            keys = List.of(platform.createKey(user.platformId()));
        }
        keys.forEach(key -> directory.noteKey(user, key.accessKey()));
    }

    OsisReply list(OsisCall call) {
        String tenantId = call.variable("tenantId");
        return call.page(directory.users().stream()
                .filter(entry -> entry.isOf(tenantId))
                .map(UserEntry::user)
                .toList());
    }

    OsisReply query(OsisCall call) {
        OsisFilter filter = call.filter();
        return call.page(directory.users().stream()
                .filter(entry -> directory
                        .tenant(String.valueOf(entry.user().tenantId()))
                        .filter(home -> filter.admits(entry, home))
                        .isPresent())
                .map(UserEntry::user)
                .toList());
    }

    OsisReply head(OsisCall call) {
        find(entry(call));
        return OsisReply.found();
    }

    OsisReply get(OsisCall call) {
        return OsisReply.ok(find(entry(call)));
    }

    OsisReply getByCanonicalId(OsisCall call) {
        String canonicalId = call.variable("canonicalUserId");
        UserEntry entry = directory.users().stream()
                .filter(user -> canonicalId.equals(user.user().canonicalUserId()))
                .findFirst()
                .orElseThrow(OsisRefusal::notFound);
        return OsisReply.ok(find(entry));
    }

    private UserEntry entry(OsisCall call) {
        return directory
                .user(call.variable("tenantId"), call.variable("userId"))
                .orElseThrow(OsisRefusal::notFound);
    }

    /** The user in its current state on the platform. */
    private OsisUser find(UserEntry entry) {
        PlatformUser now = platform.findUser(entry.platformId()).orElseThrow(OsisRefusal::notFound);
        return entry.user().withActive(now.active());
    }

    /** Changes whether the user is active, and nothing else. */
    OsisReply updateStatus(OsisCall call) {
        UserEntry entry = entry(call);
        boolean active = OsisRefusal.required(call.document(OsisUser.class).active(), "active");
        platform.setUserActive(entry.platformId(), active);
        return OsisReply.ok(directory
                .setActive(call.variable("tenantId"), call.variable("userId"), active)
                .orElseThrow(OsisRefusal::notFound));
    }

    OsisReply delete(OsisCall call) {
        directory.user(call.variable("tenantId"), call.variable("userId")).ifPresent(entry -> {
            holdings.checkPurge(call, entry);
            platform.deleteUser(entry.platformId());
            directory.removeUser(call.variable("tenantId"), entry.platformId().value());
        });
        return OsisReply.done();
    }
}
