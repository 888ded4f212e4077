package dev.ose.server.admin.bucket;

import dev.ose.s3.GrantHeader;
import dev.ose.s3.document.AclDocument;
import dev.ose.s3.document.Owner;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.policy.SharedAccess;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.settings.SettingAnswer;
import dev.ose.server.bucket.settings.SettingReader;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.OwnerDirectory;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads whom policies and ACLs of buckets name. Blocks on database and platform. Thread-safe. */
public final class NamedPrincipals {

    private static final Set<BucketSubresource.Action> SETTINGS =
            Set.of(BucketSubresource.Action.GET_BUCKET_POLICY, BucketSubresource.Action.GET_BUCKET_ACL);

    private final BucketVisits.Buckets buckets;
    private final Sharing sharing;
    private final OwnerDirectory users;

    public NamedPrincipals(BucketVisits.Buckets buckets, Sharing sharing, OwnerDirectory users) {
        this.buckets = buckets;
        this.sharing = sharing;
        this.users = users;
    }

    /**
     * The principals that policy and ACL name.
     *
     * @param areAll whether there are no others
     */
    record Named(Set<String> names, boolean areAll) {}

    /** The principals that policy and ACL of the bucket name now. */
    Named of(Bucket bucket) {
        Set<String> names = new TreeSet<>();
        boolean areAll = true;
        Map<BucketSubresource.Action, SettingAnswer> settings = buckets.owners()
                .find(bucket.id())
                .map(owner -> buckets.settings().read(SettingReader.of(owner), SETTINGS))
                .orElse(Map.of());
        for (BucketSubresource.Action setting : SETTINGS) {
            areAll &= switch (settings.get(setting)) {
                case SettingAnswer.Stored(byte[] document)
                when setting == BucketSubresource.Action.GET_BUCKET_POLICY -> addOfPolicy(bucket, document, names);
                case SettingAnswer.Stored(byte[] document) -> addOfAcl(bucket, document, names);
                case SettingAnswer.Unset _, SettingAnswer.NotOffered _ -> true;
                case SettingAnswer.NotPermitted _, SettingAnswer.Unknown _ -> false;
                case null -> false;
            };
        }
        names.remove("*");
        boolean isAnyUnknown = names.remove(Sharing.UNKNOWN);
        return new Named(names, areAll && !isAnyUnknown);
    }

    private boolean addOfPolicy(Bucket bucket, byte[] document, Set<String> names) {
        try {
            String policy = sharing.toClient(bucket.platform(), new String(document, StandardCharsets.UTF_8));
            names.addAll(SharedAccess.read(policy).names());
            return true;
        } catch (MalformedPolicyException | FailureException unreadable) {
            return false;
        }
    }

    private boolean addOfAcl(Bucket bucket, byte[] document, Set<String> names) {
        try {
            boolean areAll = true;
            AclDocument acl = AclDocument.read(document);
            @Nullable Owner owner = acl.owner();
            for (AclDocument.Grant grant : acl.grants()) {
                boolean isOwner = owner != null && grant.name().equals(owner.id());
                if (grant.kind() == GrantHeader.Kind.ID && !isOwner) {
                    Optional<OwnerDirectory.Owner> user = users.find(bucket.platform(), grant.name());
                    user.ifPresent(it -> names.add(it.id().value()));
                    areAll &= user.isPresent();
                }
            }
            return areAll;
        } catch (MalformedXmlException e) {
            return false;
        }
    }
}
