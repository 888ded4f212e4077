package dev.ose.adapter.embedded.access;

import dev.ose.s3.permission.AclPermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * An access control list. Immutable.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html">Access control list
 *     overview</a>
 */
public record Acl(List<Grant> grants) {

    /** The default ACL: full control for the owner, nothing for others. */
    public static final Acl PRIVATE = new Acl(List.of(Grant.OWNERS));

    /** Maximum number of grants of an ACL. */
    public static final int MAX_GRANTS = 100;

    private static final String OWNER = "owner";
    private static final String BUCKET_OWNER = "bucket-owner";
    private static final String USER = "id:";
    private static final String GROUP = "group:";

    public Acl {
        grants = List.copyOf(grants);
    }

    /** The first grant of the permission to the caller. */
    public Optional<Grant> granting(AclPermission wanted, Predicate<AclGrantee> isCaller) {
        return grants.stream()
                .filter(grant -> grant.covers(wanted) && isCaller.test(grant.grantee()))
                .findFirst();
    }

    /** Whether it grants something to the public. */
    public boolean isPublic() {
        return grants.stream().anyMatch(Grant::isPublic);
    }

    /** Whether it grants nothing to others than the owner. */
    public boolean isPrivate() {
        return grants.stream().allMatch(grant -> grant.grantee() instanceof AclGrantee.Owner);
    }

    /** Its form in the database: permission, grantee, permission, grantee, ... */
    public String[] texts() {
        List<String> texts = new ArrayList<>(2 * grants.size());
        for (Grant grant : grants) {
            texts.add(grant.permission().name());
            texts.add(
                    switch (grant.grantee()) {
                        case AclGrantee.Owner() -> OWNER;
                        case AclGrantee.BucketOwner() -> BUCKET_OWNER;
                        case AclGrantee.User(String id) -> USER + id;
                        case AclGrantee.Members(AclGroup group) -> GROUP + group.name();
                    });
        }
        return texts.toArray(String[]::new);
    }

    /** Reads what {@link #texts} wrote; {@link IllegalArgumentException} for anything else. */
    public static Acl of(String[] texts) {
        List<Grant> grants = new ArrayList<>(texts.length / 2);
        for (int i = 0; i + 1 < texts.length; i += 2) {
            grants.add(new Grant(grantee(texts[i + 1]), AclPermission.valueOf(texts[i])));
        }
        return new Acl(grants);
    }

    private static AclGrantee grantee(String text) {
        if (text.startsWith(USER)) {
            return new AclGrantee.User(text.substring(USER.length()));
        }
        if (text.startsWith(GROUP)) {
            return new AclGrantee.Members(AclGroup.valueOf(text.substring(GROUP.length())));
        }
        return switch (text) {
            case OWNER -> new AclGrantee.Owner();
            case BUCKET_OWNER -> new AclGrantee.BucketOwner();
            default -> throw new IllegalArgumentException("no grantee: " + text);
        };
    }
}
