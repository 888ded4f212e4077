package dev.ose.server.bucket.jdbc;

import dev.ose.adapter.PrincipalNames;
import dev.ose.adapter.embedded.http.PlatformPrincipals;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.bucket.sharing.SharingAdoption;
import dev.ose.server.bucket.sharing.SharingDocuments;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.jdbc.JdbcOwnerDirectory;
import dev.ose.server.tenant.jdbc.JdbcPrincipalDirectory;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Policies and ACLs of a platform by bucket name, and their adoption. */
public final class KeptSharing implements SharingDocuments {

    /** Stands for a document that the platform does not return. */
    public static final String SILENCE = "silence";

    public static final PrincipalNames NAMES = new PlatformPrincipals();

    public final Map<String, String> policies = new ConcurrentHashMap<>();
    public final Map<String, String> acls = new ConcurrentHashMap<>();
    public final SharingAdoption adoption;

    public KeptSharing(StoreFixture node) {
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
