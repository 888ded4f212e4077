package dev.ose.server.s3;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlRewriteRule;
import dev.ose.s3.xml.XmlRewriter;
import dev.ose.server.tenancy.CanonicalId;
import dev.ose.server.transfer.PlatformRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketAcl.html">PutBucketAcl</a> and
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectAcl.html">PutObjectAcl</a>: owners and grantees,
 * whom clients name by our ids, are named to the platform by its own.
 */
final class WriteAcl {

    private final OperationContext context;

    WriteAcl(OperationContext context) {
        this.context = context;
    }

    void perform() {
        RequestXml.read(context, body -> {
            if (body.length == 0) {
                send(PlatformRequests.withoutBody(context));
            } else {
                // Finding a grantee asks the database.
                context.block(() -> {
                    byte[] translated = translate(body);
                    context.resume(() -> send(PlatformRequests.withDocument(context, translated)));
                });
            }
        });
    }

    private void send(PlatformRequest request) {
        context.send(request, response -> DocumentAnswer.relayOrError(context, response));
    }

    private byte[] translate(byte[] document) {
        ByteArrayOutputStream translated = new ByteArrayOutputStream(document.length);
        XmlRewriter rewriter = new XmlRewriter(
                List.of(
                        XmlRewriteRule.of("Owner/ID", this::platformId),
                        XmlRewriteRule.of("Grantee/ID", this::platformId),
                        XmlRewriteRule.of("Grantee/EmailAddress", WriteAcl::nobodyBehind)),
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

    /** Never the client's text: it might name somebody by the platform's own id, which is none of a client's business. */
    private String platformId(String id) {
        return CanonicalId.parse(id.strip())
                .flatMap(known -> context.services()
                        .owners()
                        .findPlatformId(context.bucket().platform(), known))
                .orElseThrow(() -> new S3ErrorException(S3Error.invalidArgument("Invalid id", "CanonicalUser/ID", id)));
    }

    /** Our users have no addresses; a platform would look among all of its users, who may be nobody's tenants. */
    private static String nobodyBehind(String address) {
        throw new S3ErrorException(S3Error.of(S3ErrorCode.UNRESOLVABLE_GRANT_BY_EMAIL_ADDRESS));
    }
}
