package dev.ose.server.s3.sharing;

import dev.ose.s3.GrantHeader;
import dev.ose.s3.document.AclDocument;
import dev.ose.s3.permission.AclPermission;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.bucket.sharing.TenantGrants;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.IdentityRewriter;
import dev.ose.server.s3.document.PlatformReply;
import dev.ose.server.s3.document.Response;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.tenant.TenantId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketAcl.html">GetBucketAcl</a>: the platform's ACL,
 * with the grants that its policy contains, after the platform has authorised the request. Guests only see grants of
 * their own tenant.
 */
public final class ReadBucketAcl {

    private final OperationContext context;
    private final Sharing sharing;

    private ReadBucketAcl(OperationContext context) {
        this.context = context;
        this.sharing = context.services().sharing();
    }

    public static Response perform(DocumentRequest request) {
        return new ReadBucketAcl(request.context()).read(request);
    }

    private Response read(DocumentRequest request) {
        PlatformReply reply = request.send(() -> PlatformRequests.withoutBody(context));
        if (reply.isError() || context.isAnonymous() || !CombinedPolicyReader.isNeeded(context)) {
            return reply.relay();
        }
        TenantGrants tenants =
                CombinedPolicyReader.of(request).policy().policy().tenants();
        if (tenants.isEmpty()) {
            return reply.relay();
        }
        // Finding owners and tenants asks the database.
        return reply.relay(request.database(() -> with(IdentityRewriter.translate(context, reply.body()), tenants)));
    }

    private byte[] with(byte[] document, TenantGrants tenants) {
        try {
            AclDocument acl = AclDocument.read(document);
            List<AclDocument.Grant> grants = new ArrayList<>(acl.grants());
            for (Map.Entry<AclPermission, Set<String>> granted : new TreeMap<>(tenants.principals()).entrySet()) {
                shown(granted.getValue())
                        .forEach(id -> grants.add(new AclDocument.Grant(
                                GrantHeader.Kind.ID, id, null, granted.getKey().name())));
            }
            return new AclDocument(acl.owner(), grants).toBytes();
        } catch (MalformedXmlException e) {
            throw new FailureException(new Failure.PlatformRefused("platform", "malformed XML"));
        }
    }

    /** The ids of the tenants as grantees, in their order. */
    private Set<String> shown(Set<String> principals) {
        Set<String> ids = new TreeSet<>();
        for (String principal : principals) {
            Optional<TenantId> tenant = sharing.tenant(context.platformId(), principal);
            if (!context.isGuest()
                    || tenant.equals(Optional.of(context.identity().tenant()))) {
                ids.add(Grantees.id(tenant));
            }
        }
        return ids;
    }
}
