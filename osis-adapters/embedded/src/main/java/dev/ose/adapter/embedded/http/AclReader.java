package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.access.Acl;
import dev.ose.adapter.embedded.access.AclGrantee;
import dev.ose.adapter.embedded.access.AclGroup;
import dev.ose.adapter.embedded.access.CannedAcl;
import dev.ose.adapter.embedded.access.Grant;
import dev.ose.adapter.embedded.store.EmbeddedAccountStore;
import dev.ose.adapter.embedded.store.StoreOwner;
import dev.ose.s3.GrantHeader;
import dev.ose.s3.document.AclDocument;
import dev.ose.s3.document.Owner;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.permission.AclHeaders;
import dev.ose.s3.permission.AclPermission;
import dev.ose.s3.xml.MalformedXmlException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the ACL of a request: canned, as grants in headers, or as a document. Blocks on PostgreSQL. */
final class AclReader {

    private final EmbeddedAccountStore accounts;

    AclReader(EmbeddedAccountStore accounts) {
        this.accounts = accounts;
    }

    /**
     * The bucket or object that gets an ACL.
     *
     * @param owner its owner
     * @param bucketOwner the owner of an object's bucket; null for a bucket
     */
    record Subject(StoreOwner owner, @Nullable StoreOwner bucketOwner) {

        private boolean isObject() {
            return bucketOwner != null;
        }

        /** Owners become roles, other users their ids. */
        private AclGrantee user(String id) {
            if (id.equals(owner.canonicalId())) {
                return new AclGrantee.Owner();
            }
            return bucketOwner != null && id.equals(bucketOwner.canonicalId())
                    ? new AclGrantee.BucketOwner()
                    : new AclGrantee.User(id);
        }

        /** The distinct grants; if one user owns object and bucket, both roles are the same. */
        private Acl acl(List<Grant> grants) {
            boolean ownsBoth = owner.equals(bucketOwner);
            return new Acl(grants.stream()
                    .map(grant -> ownsBoth && grant.grantee() instanceof AclGrantee.BucketOwner
                            ? new Grant(new AclGrantee.Owner(), grant.permission())
                            : grant)
                    .distinct()
                    .toList());
        }
    }

    /**
     * The ACL in headers; empty if there is none.
     *
     * @throws S3ErrorException if both a canned ACL and grants are given, or for an unknown ACL or grantee
     */
    Optional<Acl> inHeaders(WireRequest request, Subject subject) {
        String canned = request.get(AclHeaders.CANNED);
        List<Grant> grants = new ArrayList<>();
        for (AclPermission permission : AclPermission.values()) {
            String value = request.get(permission.header());
            if (value != null) {
                GrantHeader.parse(value)
                        .orElseThrow(() -> new S3ErrorException(
                                S3Error.invalidArgument("Argument format not recognized", permission.header(), value)))
                        .grantees()
                        .forEach(grantee ->
                                grants.add(new Grant(grantee(grantee.kind(), grantee.name(), subject), permission)));
            }
        }
        if (canned != null && !grants.isEmpty()) {
            throw new S3ErrorException(S3Error.of(
                    S3ErrorCode.INVALID_REQUEST, "Specifying both Canned ACLs and Header Grants is not allowed"));
        }
        if (canned != null) {
            return Optional.of(canned(canned, subject));
        }
        return grants.isEmpty() ? Optional.empty() : Optional.of(known(grants, subject));
    }

    private static Acl canned(String name, Subject subject) {
        CannedAcl canned = CannedAcl.find(name)
                .filter(acl -> acl != CannedAcl.LOG_DELIVERY_WRITE || !subject.isObject())
                .orElseThrow(() -> new S3ErrorException(S3Error.invalidArgument("", AclHeaders.CANNED, name)));
        return subject.isObject() ? subject.acl(canned.ofObject().grants()) : canned.ofBucket();
    }

    /**
     * The ACL of a document.
     *
     * @throws S3ErrorException if it is malformed, names another owner, or an unknown grantee
     */
    Acl inDocument(byte[] body, Subject subject) {
        AclDocument document;
        try {
            document = AclDocument.read(body);
        } catch (MalformedXmlException e) {
            throw malformed();
        }
        Owner owner = document.owner();
        if (owner != null && !owner.id().strip().equals(subject.owner.canonicalId())) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.ACCESS_DENIED));
        }
        List<Grant> grants = new ArrayList<>();
        for (AclDocument.Grant grant : document.grants()) {
            AclPermission permission =
                    AclPermission.find(grant.permission().strip()).orElseThrow(AclReader::malformed);
            grants.add(new Grant(grantee(grant.kind(), grant.name().strip(), subject), permission));
        }
        return known(grants, subject);
    }

    private static AclGrantee grantee(GrantHeader.Kind kind, String name, Subject subject) {
        return switch (kind) {
            case ID -> subject.user(name);
            case URI ->
                new AclGrantee.Members(AclGroup.find(name)
                        .orElseThrow(
                                () -> new S3ErrorException(S3Error.invalidArgument("Invalid group uri", "uri", name))));
            case EMAIL_ADDRESS ->
                throw new S3ErrorException(S3Error.of(S3ErrorCode.UNRESOLVABLE_GRANT_BY_EMAIL_ADDRESS));
        };
    }

    private Acl known(List<Grant> grants, Subject subject) {
        if (grants.size() > Acl.MAX_GRANTS) {
            throw malformed();
        }
        Set<String> users = new HashSet<>();
        for (Grant grant : grants) {
            if (grant.grantee() instanceof AclGrantee.User(String id)) {
                users.add(id);
            }
        }
        Set<String> known = users.isEmpty() ? users : accounts.known(users);
        users.stream().filter(id -> !known.contains(id)).findFirst().ifPresent(id -> {
            throw new S3ErrorException(S3Error.invalidArgument("Invalid id", "CanonicalUser/ID", id));
        });
        return subject.acl(grants);
    }

    private static S3ErrorException malformed() {
        return new S3ErrorException(S3Error.of(S3ErrorCode.MALFORMED_ACL_ERROR));
    }
}
