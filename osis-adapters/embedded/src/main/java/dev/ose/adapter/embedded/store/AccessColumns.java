package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.access.Acl;
import dev.ose.adapter.embedded.access.BucketAccess;
import dev.ose.s3.document.PublicAccessBlock;
import dev.ose.s3.permission.ObjectOwnership;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Owners, ACLs and other access settings as columns. */
final class AccessColumns {

    private static final String BLOCK_ACLS = "BLOCK_PUBLIC_ACLS";
    private static final String IGNORE_ACLS = "IGNORE_PUBLIC_ACLS";
    private static final String BLOCK_POLICY = "BLOCK_PUBLIC_POLICY";
    private static final String RESTRICT_BUCKET = "RESTRICT_PUBLIC_BUCKETS";

    private AccessColumns() {}

    static @Nullable String ownerId(ObjectAccess access) {
        StoreOwner owner = access.owner();
        return owner == null ? null : owner.canonicalId();
    }

    static @Nullable String ownerName(ObjectAccess access) {
        StoreOwner owner = access.owner();
        return owner == null ? null : owner.name();
    }

    /** Null for the default ACL, which then takes no space in the row. */
    static String @Nullable [] acl(Acl acl) {
        return acl.equals(Acl.PRIVATE) ? null : acl.texts();
    }

    static ObjectAccess object(ResultSet row) throws SQLException {
        String owner = row.getString("owner_id");
        return new ObjectAccess(owner == null ? null : new StoreOwner(owner, row.getString("owner_name")), acl(row));
    }

    private static Acl acl(ResultSet row) throws SQLException {
        Array acl = row.getArray("acl");
        return acl == null ? Acl.PRIVATE : Acl.of((String[]) acl.getArray());
    }

    static @Nullable String ownership(@Nullable ObjectOwnership ownership) {
        return ownership == null ? null : ownership.name();
    }

    static BucketAccess bucket(ResultSet row) throws SQLException {
        String ownership = row.getString("ownership");
        return new BucketAccess(ownership == null ? null : ObjectOwnership.valueOf(ownership), acl(row), block(row));
    }

    static String @Nullable [] block(@Nullable PublicAccessBlock block) {
        if (block == null) {
            return null;
        }
        List<String> names = new ArrayList<>();
        if (block.blockPublicAcls()) {
            names.add(BLOCK_ACLS);
        }
        if (block.ignorePublicAcls()) {
            names.add(IGNORE_ACLS);
        }
        if (block.blockPublicPolicy()) {
            names.add(BLOCK_POLICY);
        }
        if (block.restrictPublicBuckets()) {
            names.add(RESTRICT_BUCKET);
        }
        return names.toArray(String[]::new);
    }

    private static @Nullable PublicAccessBlock block(ResultSet row) throws SQLException {
        Array array = row.getArray("public_access_block");
        if (array == null) {
            return null;
        }
        Set<String> names = Set.of((String[]) array.getArray());
        return new PublicAccessBlock(
                names.contains(BLOCK_ACLS),
                names.contains(IGNORE_ACLS),
                names.contains(BLOCK_POLICY),
                names.contains(RESTRICT_BUCKET));
    }
}
