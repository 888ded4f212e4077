package dev.ose.server.bucket.sharing;

import dev.ose.s3.BucketName;
import dev.ose.s3.permission.AclPermission;
import dev.ose.s3.policy.PolicyStatements;
import dev.ose.s3.policy.SimpleGrant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the ACL of a bucket grants whole tenants. No platform's ACL has such a grantee, so they are kept in the policy of the
 * bucket, in statements that only we write, as clients cannot use their names. They count whatever actions they list, which a
 * release may have listed otherwise; a statement that denies, has conditions or is about something else is a client's.
 *
 * @param principals the tenants by the platform's names, by what they are granted
 */
public record TenantGrants(Map<AclPermission, Set<String>> principals) {

    public static final TenantGrants NONE = new TenantGrants(Map.of());

    /** Begins the names of the statements. */
    private static final String RESERVED = "OSE-acl-";

    private static final Set<String> READ =
            Set.of("s3:ListBucket", "s3:ListBucketMultipartUploads", "s3:ListBucketVersions");
    private static final Set<String> WRITE =
            Set.of("s3:AbortMultipartUpload", "s3:DeleteObject", "s3:DeleteObjectVersion", "s3:PutObject");
    private static final Set<String> READ_ACP = Set.of("s3:GetBucketAcl");

    /**
     * What the platform is told to allow. Nothing stands for WRITE_ACP, which nobody has by way of a tenant: guests change no
     * ACL, and whoever changes this one writes the policy, too.
     *
     * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#acl-access-policy-permission-mapping">
     *     permissions of ACLs and actions of policies</a>
     */
    private static final Map<AclPermission, Set<String>> ACTIONS = Map.of(
            AclPermission.READ, READ,
            AclPermission.WRITE, WRITE,
            AclPermission.READ_ACP, READ_ACP,
            AclPermission.FULL_CONTROL,
                    Stream.of(READ, WRITE, READ_ACP).flatMap(Set::stream).collect(Collectors.toUnmodifiableSet()));

    public TenantGrants {
        Map<AclPermission, Set<String>> copy = new EnumMap<>(AclPermission.class);
        principals.forEach((permission, names) -> copy.put(permission, Set.copyOf(names)));
        principals = Map.copyOf(copy);
    }

    /** Whether a tenant can be granted this. */
    public static boolean isOffered(AclPermission permission) {
        return ACTIONS.containsKey(permission);
    }

    /** Whether the names of statements are none for clients to use. */
    static boolean areReserved(Collection<String> sids) {
        return sids.stream().anyMatch(sid -> sid.startsWith(RESERVED));
    }

    /** Those that the policy of the bucket keeps. */
    static TenantGrants in(PolicyStatements policy, BucketName bucket) {
        Map<AclPermission, Set<String>> found = new LinkedHashMap<>();
        for (String text : policy.texts()) {
            read(text, bucket)
                    .ifPresent(one -> one.principals.forEach((permission, names) ->
                            found.merge(permission, names, (some, more) -> Stream.concat(some.stream(), more.stream())
                                    .collect(Collectors.toSet()))));
        }
        return new TenantGrants(found);
    }

    /** What the statement of the bucket's policy grants, if it is one of ours. */
    static Optional<TenantGrants> read(String statement, BucketName bucket) {
        return SimpleGrant.read(statement)
                .filter(grant -> !grant.principals().isEmpty() && isAbout(bucket, grant))
                .flatMap(grant -> Optional.of(grant.sid())
                        .filter(sid -> sid.startsWith(RESERVED))
                        .flatMap(sid -> AclPermission.find(sid.substring(RESERVED.length())))
                        .filter(TenantGrants::isOffered)
                        .map(permission -> new TenantGrants(Map.of(permission, grant.principals()))));
    }

    private static boolean isAbout(BucketName bucket, SimpleGrant grant) {
        String arn = arn(bucket);
        return grant.resources().stream().allMatch(it -> it.equals(arn) || it.startsWith(arn + '/'));
    }

    private static String arn(BucketName bucket) {
        return "arn:aws:s3:::" + bucket.value();
    }

    /** The statements that keep them. */
    List<String> statements(BucketName bucket) {
        return principals.entrySet().stream()
                .map(it -> statement(it.getKey(), it.getValue(), bucket).text())
                .sorted()
                .toList();
    }

    private static SimpleGrant statement(AclPermission permission, Set<String> principals, BucketName bucket) {
        String arn = arn(bucket);
        Set<String> resources =
                switch (permission) {
                    case READ, READ_ACP, WRITE_ACP -> Set.of(arn);
                    // Ceph asks of the bucket whether several objects may be deleted at once.
                    case WRITE, FULL_CONTROL -> Set.of(arn, arn + "/*");
                };
        return new SimpleGrant(
                RESERVED + permission, principals, ACTIONS.getOrDefault(permission, Set.of()), resources);
    }

    /** The names of all who are granted anything. */
    Set<String> names() {
        return principals.values().stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether nobody is granted anything. */
    public boolean isEmpty() {
        return principals.isEmpty();
    }
}
