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
import dev.ose.server.s3.document.IdentityRewriter;
import dev.ose.server.s3.document.RequestXml;
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
import org.jspecify.annotations.Nullable;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketAcl.html">PutBucketAcl</a> and
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectAcl.html">PutObjectAcl</a>: owners and grantees,
 * whom clients name by our ids, are named to the platform by its own.
 */
public final class WriteAcl {

    private final OperationContext context;

    public WriteAcl(OperationContext context) {
        this.context = context;
    }

    /** Whether what the operation grants whole tenants can be kept: in the policy of its bucket. */
    static boolean takesTenants(OperationContext context) {
        return context.operation() instanceof BucketSubresource setting
                && setting.action() == BucketSubresource.Action.PUT_BUCKET_ACL
                && CombinedPolicyReader.isNeeded(context);
    }

    public void perform() {
        RequestXml.read(context, body -> {
            if (body.length == 0) {
                send(PlatformRequests.withoutBody(context), context.grantees(), context.tenantsGranted());
            } else if (AclHeaders.areIn(this::header)) {
                // Platforms differ in which of them counts, and rights were decided by the headers.
                throw new S3ErrorException(S3Error.of(S3ErrorCode.UNEXPECTED_CONTENT));
            } else {
                // Finding a grantee asks the database.
                context.block(() -> {
                    Grantees grantees = new Grantees(context);
                    byte[] translated = translate(users(body, grantees), grantees);
                    context.resume(() -> send(
                            PlatformRequests.withDocument(context, translated), grantees.found(), grantees.tenants()));
                });
            }
        });
    }

    private @Nullable String header(String name) {
        return context.exchange().requestHeaders(name).stream().findFirst().orElse(null);
    }

    /** Of objects no record is kept: whom one is shared with finds it where the bucket is shared with him, too. */
    private void send(PlatformRequest request, Set<Grantee> grantees, TenantGrants tenants) {
        if (takesTenants(context)) {
            new WriteBucketAcl(context, grantees, tenants).send(request);
        } else if (context.operation() instanceof BucketOperation) {
            SharingWrite.send(context, request, GrantSource.ACL, grantees);
        } else {
            context.send(request, response -> IdentityRewriter.relayOrError(context, response));
        }
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
