package dev.ose.server.s3.sharing;

import dev.ose.s3.GrantHeader;
import dev.ose.s3.document.AclDocument;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.permission.AclHeaders;
import dev.ose.s3.permission.AclPermission;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlRewriteRule;
import dev.ose.s3.xml.XmlRewriter;
import dev.ose.server.bucket.sharing.GrantSource;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.bucket.sharing.TenantGrants;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.Response;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.PlatformRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketAcl.html">PutBucketAcl</a> and <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectAcl.html">PutObjectAcl</a>: translates owners and
 * grantees from OSE's ids to the platform's.
 */
public final class WriteAcl implements DocumentRequest.Operation {

    private final OperationContext context;
    private final boolean isInHeaders;

    /** Call on the I/O thread. */
    public WriteAcl(OperationContext context) {
        this.context = context;
        this.isInHeaders = AclHeaders.areIn(name ->
                context.request().headerValues(name).stream().findFirst().orElse(null));
    }

    /** Whether what the operation grants whole tenants can be kept: in the policy of its bucket. */
    static boolean takesTenants(OperationContext context) {
        return context.operation() instanceof BucketSubresource setting
                && setting.action() == BucketSubresource.Action.PUT_BUCKET_ACL
                && CombinedPolicyReader.isNeeded(context);
    }

    @Override
    public Response perform(DocumentRequest request) {
        byte[] body = request.body();
        if (body.length == 0) {
            return write(
                    request, () -> PlatformRequests.withoutBody(context), context.grantees(), context.tenantsGranted());
        }
        if (isInHeaders) {
            // Platforms differ in which of them counts, and rights were decided by the headers.
            throw new S3ErrorException(S3Error.of(S3ErrorCode.UNEXPECTED_CONTENT));
        }
        Grantees grantees = new Grantees(context);
        byte[] translated = request.database(() -> translate(users(body, grantees), grantees));
        return write(
                request,
                () -> PlatformRequests.withDocument(context, translated),
                grantees.found(),
                grantees.tenants());
    }

    /** Grants on objects are not recorded: a grantee finds the object if the bucket is shared with it, too. */
    private Response write(
            DocumentRequest request, Supplier<PlatformRequest> acl, Set<Grantee> grantees, TenantGrants tenants) {
        if (takesTenants(context)) {
            return new WriteBucketAcl(request, grantees, tenants).perform(acl);
        }
        if (context.operation() instanceof BucketOperation) {
            return SharingWrite.perform(request, acl, GrantSource.ACL, grantees);
        }
        return request.send(acl).relay();
    }

    /** The document without its grants to tenants; byte for byte as it came if it has none. */
    private byte[] users(byte[] document, Grantees grantees) {
        if (!takesTenants(context) || !hasSignOfTenant(document)) {
            return document;
        }
        AclDocument acl = read(document);
        List<AclDocument.Grant> users = new ArrayList<>();
        for (AclDocument.Grant grant : acl.grants()) {
            if (grant.kind() == GrantHeader.Kind.ID && Grantees.isTenant(grant.name())) {
                grantees.tenant(grant.name(), permission(grant));
            } else {
                users.add(grant);
            }
        }
        return new AclDocument(acl.owner(), users).toBytes();
    }

    private static boolean hasSignOfTenant(byte[] document) {
        return new String(document, StandardCharsets.ISO_8859_1).contains(Grantees.END_OF_TENANT);
    }

    private static AclPermission permission(AclDocument.Grant grant) {
        return AclPermission.find(grant.permission().strip())
                .orElseThrow(() -> new S3ErrorException(S3Error.of(S3ErrorCode.MALFORMED_ACL_ERROR)));
    }

    private static AclDocument read(byte[] document) {
        try {
            return AclDocument.read(document);
        } catch (MalformedXmlException e) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.MALFORMED_XML));
        }
    }

    private static byte[] translate(byte[] document, Grantees grantees) {
        ByteArrayOutputStream translated = new ByteArrayOutputStream(document.length);
        XmlRewriter rewriter = new XmlRewriter(
                List.of(
                        XmlRewriteRule.of("Owner/ID", grantees::owner),
                        XmlRewriteRule.of("Grantee/ID", grantees::user),
                        XmlRewriteRule.of("Grantee/URI", grantees::group),
                        XmlRewriteRule.of("Grantee/EmailAddress", address -> {
                            throw Grantees.nobodyBehindAddress();
                        })),
                translated);
        try {
            rewriter.write(document, 0, document.length);
            rewriter.finish();
        } catch (MalformedXmlException e) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.MALFORMED_XML));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return translated.toByteArray();
    }
}
