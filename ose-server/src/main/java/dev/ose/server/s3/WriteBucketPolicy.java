package dev.ose.server.s3;

import dev.ose.server.bucket.GrantSource;
import dev.ose.server.bucket.Sharing;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketPolicy.html">PutBucketPolicy</a> and
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucketPolicy.html">DeleteBucketPolicy</a>: principals,
 * whom clients name by our tenants and users, are named to the platform as its own.
 */
final class WriteBucketPolicy {

    private final OperationContext context;

    WriteBucketPolicy(OperationContext context) {
        this.context = context;
    }

    void put() {
        // Finding a principal asks the database.
        RequestXml.read(
                context,
                body -> context.block(() -> {
                    Sharing.SharedPolicy policy = context.services()
                            .sharing()
                            .toPlatform(context.platformId(), new String(body, StandardCharsets.UTF_8));
                    byte[] translated = policy.document().getBytes(StandardCharsets.UTF_8);
                    context.resume(() -> SharingWrite.send(
                            context,
                            PlatformRequests.withDocument(context, translated),
                            GrantSource.POLICY,
                            policy.grantees()));
                }));
    }

    void delete() {
        RequestXml.read(
                context,
                body -> SharingWrite.send(
                        context, PlatformRequests.withoutBody(context), GrantSource.POLICY, Set.of()));
    }
}
