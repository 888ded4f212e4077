package dev.ose.server.admin.link;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.permission.CheckedAction;
import dev.ose.server.access.AccessCheck;
import dev.ose.server.access.CheckedRequest;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.admin.access.link.LinkedObject;
import dev.ose.server.admin.access.link.ShareLink;
import dev.ose.server.admin.access.link.ShareLinkStore;
import dev.ose.server.admin.s3.S3Users;
import dev.ose.server.tenant.credential.Identity;
import java.net.InetAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds what users may share: objects that they may read themselves at that moment, by what decides about requests to
 * S3. Blocks on database and platform. Thread-safe.
 */
public final class SharedObjects {

    private static final CheckedAction READ = CheckedAction.find("s3:GetObject").orElseThrow();
    private static final CheckedAction READ_VERSION =
            CheckedAction.find("s3:GetObjectVersion").orElseThrow();

    private final S3Users users;
    private final AccessCheck access;

    public SharedObjects(S3Users users, AccessCheck access) {
        this.users = users;
        this.access = access;
    }

    /**
     * The client of a request.
     *
     * @param facts what policies may ask of the request
     */
    record Client(InetAddress address, RequestFacts facts) {}

    /** The object, if the user may read it; empty if it may not, or if there is none. */
    Optional<LinkedObject> find(
            ShareLinkStore.Owner owner, BucketName bucket, ObjectKey key, @Nullable VersionId version, Client client) {
        CheckedRequest read = request(bucket, key, version);
        return users.find(owner.tenant(), owner.user(), client.address())
                .flatMap(user -> access.reached(AccessCheck.Sender.of(user), read, client.facts()))
                .map(id -> new LinkedObject(id, bucket, key, version));
    }

    /** The user of a link, if it may read the link's object. */
    Optional<Identity> reader(ShareLink link, Client client) {
        LinkedObject object = link.object();
        CheckedRequest read = request(object.bucket(), object.key(), object.version());
        return users.find(link.tenant(), link.user(), client.address())
                .filter(user -> access.reached(AccessCheck.Sender.of(user), read, client.facts())
                        .filter(object.bucketId()::equals)
                        .isPresent());
    }

    private static CheckedRequest request(BucketName bucket, ObjectKey key, @Nullable VersionId version) {
        return new CheckedRequest(version == null ? READ : READ_VERSION, bucket, key, version);
    }
}
