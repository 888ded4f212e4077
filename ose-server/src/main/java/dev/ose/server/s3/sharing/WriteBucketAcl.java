package dev.ose.server.s3.sharing;

import dev.ose.s3.document.AclDocument;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.bucket.sharing.CombinedPolicy;
import dev.ose.server.bucket.sharing.GrantSource;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.bucket.sharing.TenantGrants;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.Response;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.PlatformRequest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Writes the ACL of a bucket on a platform where grants to tenants are stored in the policy: first the ACL, which the
 * platform may refuse for many reasons, then the policy if it changes. In between, the new grants to users and the old
 * ones to tenants are in effect, none outside of both ACLs. If the second request is refused, that is answered, rows
 * contain the actual state, and repeating the request completes it.
 */
final class WriteBucketAcl {

    private final DocumentRequest request;
    private final OperationContext context;
    private final Set<Grantee> grantees;
    private final TenantGrants tenants;

    /** @param grantees all of them, the tenants, too */
    WriteBucketAcl(DocumentRequest request, Set<Grantee> grantees, TenantGrants tenants) {
        this.request = request;
        this.context = request.context();
        this.grantees = grantees;
        this.tenants = tenants;
    }

    /** @param acl creates the request with all grants except those to tenants */
    Response perform(Supplier<PlatformRequest> acl) {
        CombinedPolicyReader reader = CombinedPolicyReader.of(request);
        try (SharingWrite write = SharingWrite.begin(request)) {
            CombinedPolicyReader.Found found = reader.policy();
            Response refusal = found.refusal();
            if (refusal == null) {
                requireRoom(found.policy().withTenants(tenants));
            } else if (write.isSharedWithTenantsByAcl() || !tenants.isEmpty()) {
                // Statements can neither be added to nor removed from a policy that cannot be read: it has to be
                // deleted first.
                return refusal;
            }
            return send(write, found, withoutTenants(reader, acl));
        }
    }

    /** The request with the grants to users. */
    private Supplier<PlatformRequest> withoutTenants(CombinedPolicyReader reader, Supplier<PlatformRequest> acl) {
        if (tenants.isEmpty()) {
            return acl;
        }
        // Without the tenants the ACL may be the private one, which platforms take where ACLs are off.
        if (reader.areAclsOff()) {
            throw new FailureException(
                    new Failure.Unacceptable(S3Error.of(S3ErrorCode.ACCESS_CONTROL_LIST_NOT_SUPPORTED)));
        }
        return context.grantsToTenantsAlone() ? noGrants(reader.acl()) : acl;
    }

    /**
     * No header expresses an ACL without grants, so a document does, which names the owner as the platform does.
     */
    private Supplier<PlatformRequest> noGrants(byte[] was) {
        try {
            byte[] none = new AclDocument(AclDocument.read(was).owner(), List.of()).toBytes();
            return () -> PlatformRequests.withDocument(context, none);
        } catch (MalformedXmlException e) {
            throw refused("malformed XML");
        }
    }

    private static void requireRoom(CombinedPolicy wanted) {
        try {
            if (wanted.isTooLong()) {
                throw new FailureException(new Failure.Unacceptable(S3Error.of(
                        S3ErrorCode.MALFORMED_ACL_ERROR,
                        "What the ACL grants tenants is too long together with the bucket's policy")));
            }
        } catch (MalformedPolicyException e) {
            throw refused("a policy that cannot be read");
        }
    }

    private Response send(SharingWrite write, CombinedPolicyReader.Found found, Supplier<PlatformRequest> acl) {
        CombinedPolicy wanted = found.policy().withTenants(tenants);
        SharingWrite.Sent made = write.send(acl);
        if (!made.isMade()) {
            return made.answer();
        }
        // Compared as text, because another release may have allowed other actions for the same grants.
        if (!wanted.document().equals(Optional.ofNullable(found.document()))) {
            SharingWrite.Sent policy = write.send(() -> WriteBucketPolicy.of(context, wanted));
            if (!policy.isMade()) {
                if (policy.outcome() == SharingWrite.Outcome.REFUSED) {
                    write.record(GrantSource.ACL, () -> half(found.policy()));
                }
                return policy.answer();
            }
        }
        write.record(GrantSource.ACL, () -> grantees);
        return made.answer();
    }

    /** The grantees of the new ACL and the tenants of the old one. Blocks on the database. */
    private Set<Grantee> half(CombinedPolicy kept) {
        Set<Grantee> named = new LinkedHashSet<>(context.services()
                .sharing()
                .granted(context.platformId(), kept.tenants())
                .grantees());
        grantees.stream()
                .filter(grantee -> !(grantee instanceof Grantee.OfTenant))
                .forEach(named::add);
        return named;
    }

    private static FailureException refused(String why) {
        return new FailureException(new Failure.PlatformRefused("platform", why));
    }
}
