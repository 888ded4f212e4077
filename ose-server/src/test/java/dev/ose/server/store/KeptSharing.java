package dev.ose.server.store;

import dev.ose.adapter.PrincipalNames;
import dev.ose.adapter.embedded.http.PlatformPrincipals;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.Sharing;
import dev.ose.server.bucket.SharingAdoption;
import dev.ose.server.bucket.SharingDocuments;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What a platform keeps about whom buckets are shared with, by their names; and how that is adopted. */
final class KeptSharing implements SharingDocuments {

    /** Stands for a document that the platform does not give. */
    static final String SILENCE = "silence";

    static final PrincipalNames NAMES = new PlatformPrincipals();

    final Map<String, String> policies = new ConcurrentHashMap<>();
    final Map<String, String> acls = new ConcurrentHashMap<>();
    final SharingAdoption adoption;

    KeptSharing(StoreFixture node) {
        Sharing sharing = new Sharing(
                new JdbcPrincipalDirectory(node.database),
                platform -> Optional.of(NAMES),
                new JdbcGrantStore(node.database),
                new SecureRandom());
        adoption = new SharingAdoption(
                sharing, new JdbcBucketOwners(node.database, node.keyring), new JdbcOwnerDirectory(node.database));
        adoption.readBy(this);
    }

    @Override
    public Optional<byte[]> policy(BucketOwner owner) {
        return answer(policies.get(owner.bucket().value()));
    }

    @Override
    public Optional<byte[]> acl(BucketOwner owner) {
        return answer(acls.get(owner.bucket().value()));
    }

    private static Optional<byte[]> answer(@Nullable String document) {
        if (SILENCE.equals(document)) {
            throw new FailureException(new Failure.PlatformUnreachable("main"));
        }
        return Optional.ofNullable(document).map(text -> text.getBytes(StandardCharsets.UTF_8));
    }
}
