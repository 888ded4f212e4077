package dev.ose.server.s3.sharing;

import dev.ose.s3.document.AclDocument;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.bucket.sharing.CombinedPolicy;
import dev.ose.server.bucket.sharing.GrantSource;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.bucket.sharing.TenantGrants;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.PlatformRequest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Writes the ACL of a bucket on a platform that keeps what it grants tenants in the policy: first the ACL, which the platform
 * may refuse for many reasons, and the policy only once that has been made, if it has to be another one. In between there are the
 * new grants to users and the old ones to tenants, none that is of neither ACL. If the second is refused that is answered, rows
 * say what there is now, and doing it again makes the rest.
 */
final class WriteBucketAcl {

    private final OperationContext context;
    private final Sharing sharing;
    private final Set<Grantee> grantees;
    private final TenantGrants tenants;

    /** @param grantees all of them, the tenants, too */
    WriteBucketAcl(OperationContext context, Set<Grantee> grantees, TenantGrants tenants) {
        this.context = context;
        this.sharing = context.services().sharing();
        this.grantees = grantees;
        this.tenants = tenants;
    }

    /** @param acl asks for all but what is granted to tenants */
    void send(PlatformRequest acl) {
        CombinedPolicyReader.begin(context, begun -> {
            Runnable refusal = begun.found().refusal();
            if (refusal == null) {
                send(begun, acl);
            } else {
                sendBesideHiddenPolicy(begun, acl, refusal);
            }
        });
    }

    /** Nothing can be kept in a policy that nobody knows, nor taken out: where that is needed, the policy has to go first. */
    private void sendBesideHiddenPolicy(CombinedPolicyReader.Begun begun, PlatformRequest acl, Runnable refusal) {
        SharingWrite write = begun.write();
        write.ask(rows -> rows.isSharedWithTenantsByAcl(context.bucket().id()), isNeeded -> {
            if (isNeeded || !tenants.isEmpty()) {
                write.end(refusal);
            } else {
                sendAcl(begun, acl);
            }
        });
    }

    private void send(CombinedPolicyReader.Begun begun, PlatformRequest acl) {
        Optional<Failure> problem = problem(begun.kept().withTenants(tenants));
        if (problem.isPresent()) {
            begun.write().end(() -> context.fail(problem.get()));
        } else if (tenants.isEmpty()) {
            sendAcl(begun, acl);
        } else {
            // Without the tenants the ACL may be the private one, which platforms take where ACLs are off.
            CombinedPolicyReader read = new CombinedPolicyReader(context, begun.write()::end);
            read.areAclsOff(begun.owner(), areOff -> {
                if (areOff) {
                    begun.write()
                            .end(() -> context.fail(new Failure.Unacceptable(
                                    S3Error.of(S3ErrorCode.ACCESS_CONTROL_LIST_NOT_SUPPORTED))));
                } else {
                    sendToTenants(begun, acl);
                }
            });
        }
    }

    private void sendToTenants(CombinedPolicyReader.Begun begun, PlatformRequest acl) {
        if (context.grantsToTenantsAlone()) {
            new CombinedPolicyReader(context, begun.write()::end)
                    .acl(begun.owner(), was -> sendWithoutGrants(begun, was));
        } else {
            sendAcl(begun, acl);
        }
    }

    private static Optional<Failure> problem(CombinedPolicy wanted) {
        try {
            return wanted.isTooLong()
                    ? Optional.of(new Failure.Unacceptable(S3Error.of(
                            S3ErrorCode.MALFORMED_ACL_ERROR,
                            "What the ACL grants tenants is too long together with the bucket's policy")))
                    : Optional.empty();
        } catch (MalformedPolicyException e) {
            return Optional.of(new Failure.PlatformRefused("platform", "a policy that cannot be read"));
        }
    }

    /** No header says that nobody is granted anything, so a document has to, which names the owner as the platform does. */
    private void sendWithoutGrants(CombinedPolicyReader.Begun begun, byte[] was) {
        try {
            AclDocument none = new AclDocument(AclDocument.read(was).owner(), List.of());
            sendAcl(begun, PlatformRequests.withDocument(context, none.toBytes()));
        } catch (MalformedXmlException e) {
            begun.write().end(() -> context.fail(new Failure.PlatformRefused("platform", "malformed XML")));
        }
    }

    private void sendAcl(CombinedPolicyReader.Begun begun, PlatformRequest acl) {
        CombinedPolicy wanted = begun.kept().withTenants(tenants);
        SharingWrite write = begun.write();
        write.send(acl, success -> {
            // By its words, as another release may have allowed other actions for the same grants.
            if (wanted.document().equals(Optional.ofNullable(begun.found().document()))) {
                write.record(GrantSource.ACL, () -> grantees, success);
            } else {
                write.send(
                        WriteBucketPolicy.of(context, wanted),
                        _ -> write.record(GrantSource.ACL, () -> grantees, success),
                        refusal -> write.record(GrantSource.ACL, () -> half(begun.kept()), refusal));
            }
        });
    }

    /** Whom the new ACL names together with the tenants of the old one. Blocks on the database. */
    private Set<Grantee> half(CombinedPolicy kept) {
        Set<Grantee> named = new LinkedHashSet<>(
                sharing.granted(context.platformId(), kept.tenants()).grantees());
        grantees.stream()
                .filter(grantee -> !(grantee instanceof Grantee.OfTenant))
                .forEach(named::add);
        return named;
    }
}
