package dev.ose.server.bucket.sharing;

import static dev.ose.s3.operation.ActionTrait.GRANTED_BY_READ;
import static dev.ose.s3.operation.ActionTrait.GRANTED_BY_READ_ACP;
import static dev.ose.s3.operation.ActionTrait.GRANTED_BY_WRITE;

import dev.ose.s3.BucketName;
import dev.ose.s3.operation.ActionTrait;
import dev.ose.s3.operation.S3Action;
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
 * The grants of a bucket's ACL to whole tenants. No platform's ACL has such a grantee, so they are stored in the
 * bucket's policy, in statements with Sids reserved for OSE. They are recognised whatever actions they list, because
 * another release may list others; a statement that denies, has conditions or concerns another resource is a client's.
 *
 * @param principals the tenants' principals on the platform, by permission
 */
public record TenantGrants(Map<AclPermission, Set<String>> principals) {

    public static final TenantGrants NONE = new TenantGrants(Map.of());

    /** Prefix of the reserved Sids. */
    private static final String RESERVED = "OSE-acl-";

    /**
     * The actions of each permission. WRITE_ACP has none, because it cannot be granted to a tenant: guests change no
     * ACL, and a change of this ACL changes the policy as well.
     *
     * @see <a
     *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#acl-access-policy-permission-mapping">ACL
     *     permission mapping</a>
     */
    private static final Map<AclPermission, Set<String>> ACTIONS = Map.of(
            AclPermission.READ, actions(GRANTED_BY_READ),
            AclPermission.WRITE, actions(GRANTED_BY_WRITE),
            AclPermission.READ_ACP, actions(GRANTED_BY_READ_ACP),
            AclPermission.FULL_CONTROL, actions(GRANTED_BY_READ, GRANTED_BY_WRITE, GRANTED_BY_READ_ACP));

    public TenantGrants {
        Map<AclPermission, Set<String>> copy = new EnumMap<>(AclPermission.class);
        principals.forEach((permission, names) -> copy.put(permission, Set.copyOf(names)));
        principals = Map.copyOf(copy);
    }

    /** The permissions that any of these declares, as policies name them. */
    private static Set<String> actions(ActionTrait... grants) {
        return S3Action.all()
                .filter(action -> Stream.of(grants).anyMatch(action::has))
                .flatMap(action -> action.permissions().stream())
                .flatMap(permission -> Stream.of(permission.current(), permission.ofVersion()))
                .map(name -> "s3:" + name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether the permission can be granted to a tenant. */
    public static boolean isOffered(AclPermission permission) {
        return ACTIONS.containsKey(permission);
    }

    /** Whether any Sid is reserved for OSE. */
    public static boolean areReserved(Collection<String> sids) {
        return sids.stream().anyMatch(sid -> sid.startsWith(RESERVED));
    }

    /** The grants stored in the policy of the bucket. */
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

    /** The grants of a statement of the bucket's policy; empty if it is a client's. */
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

    /** The statements that store the grants. */
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
                    // Ceph requires the permission on the bucket for a multi-object delete.
                    case WRITE, FULL_CONTROL -> Set.of(arn, arn + "/*");
                };
        return new SimpleGrant(
                RESERVED + permission, principals, ACTIONS.getOrDefault(permission, Set.of()), resources);
    }

    /** The principals that have any grant. */
    Set<String> names() {
        return principals.values().stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether there are no grants. */
    public boolean isEmpty() {
        return principals.isEmpty();
    }
}
