package dev.ose.server.platform.client;

import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlRewriteRule;
import dev.ose.s3.xml.XmlRewriter;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.ownership.OwnerBucketList;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.transfer.PlatformClient;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PooledBuffer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads the lists with the owners' keys.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html">ListBuckets</a>
 */
public final class S3OwnerBucketList implements OwnerBucketList {

    /** Ten thousand buckets of 400 bytes: the maximum of an unpaged list on AWS. */
    private static final int MAX_BYTES = 4 * 1024 * 1024;

    private final PlatformDirectory platforms;
    private final PlatformClient questions;
    private final Supplier<PooledBuffer> buffers;

    /** @param buffers lends a buffer; called on I/O threads */
    public S3OwnerBucketList(PlatformDirectory platforms, PlatformClient questions, Supplier<PooledBuffer> buffers) {
        this.platforms = platforms;
        this.questions = questions;
        this.buffers = buffers;
    }

    @Override
    public boolean include(BucketOwner owner) {
        Platform platform = platforms.get(owner.endpoint());
        return questions
                .askAndWait(
                        PlatformRequest.question(platform, owner.key(), "GET", "/", "", "ReadOwnBuckets"),
                        new FoundDocument(platform, buffers, MAX_BYTES))
                .map(document -> names(platform, document))
                .filter(names -> names.contains(owner.bucket().value()))
                .isPresent();
    }

    private static Set<String> names(Platform platform, byte[] document) {
        Set<String> names = new HashSet<>();
        XmlRewriter reader = new XmlRewriter(
                List.of(XmlRewriteRule.of("ListAllMyBucketsResult/Buckets/Bucket/Name", name -> {
                    names.add(name.strip());
                    return name;
                })),
                OutputStream.nullOutputStream());
        try {
            reader.write(document, 0, document.length);
            reader.finish();
        } catch (MalformedXmlException e) {
            throw new FailureException(new Failure.PlatformUnreachable(platform.name()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }
}
