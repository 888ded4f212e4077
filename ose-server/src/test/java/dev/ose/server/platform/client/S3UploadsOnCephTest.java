package dev.ose.server.platform.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.sync.UploadListing;
import dev.ose.server.transfer.BlockingTransport;
import dev.ose.server.transfer.WholeResponse;
import dev.ose.testkit.GatewayFixture;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Listing and completing multipart uploads of a real gateway. */
class S3UploadsOnCephTest {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    private static final BucketId BUCKET = new BucketId(1);
    private static final ObjectKey KEY = new ObjectKey("a b/\u00fc+%");
    private static final int FIRST_BYTES = 5 << 20;

    @AutoClose
    private final TestQuestions questions = new TestQuestions();

    private final BlockingTransport asked = questions.open();
    private final String bucket = "uploads-" + UUID.randomUUID();

    @Test
    void uploadIsKnownByItsPartsUntilItIsCompleteAndItsTagFollowsFromThem() {
        send("PUT", '/' + bucket, "", "");
        Upload upload = begin(KEY);
        assertThat(probe().parts(upload)).contains(Map.of());
        ETag first = part(upload, 1, "x".repeat(FIRST_BYTES));
        ETag second = part(upload, 2, "abc");
        assertThat(probe().parts(upload)).contains(Map.of(new PartNumber(1), 1L * FIRST_BYTES, new PartNumber(2), 3L));

        PlatformAnswer.Stored completed = (PlatformAnswer.Stored) PlatformAnswer.read(send(
                "POST",
                path(KEY),
                uploadId(upload),
                "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>" + first.value()
                        + "</ETag></Part><Part><PartNumber>2</PartNumber><ETag>" + second.value()
                        + "</ETag></Part></CompleteMultipartUpload>"));

        ETag expected = ETag.ofParts(List.of(first, second)).orElseThrow();
        assertThat(completed.tag()).isIn(null, expected);
        ObjectFacts facts = new PlatformProbe(access().owners(bucket), access().client(), Clock.systemUTC())
                .probe(BUCKET, KEY)
                .newest()
                .orElseThrow();
        assertThat(facts.etag()).isEqualTo(expected.value());
        assertThat(facts.sizeBytes()).isEqualTo(FIRST_BYTES + 3);
        assertThat(probe().parts(upload)).as("it is over").isEmpty();
    }

    @Test
    void uploadsAreListedWhateverTheirKeysAre() {
        send("PUT", '/' + bucket, "", "");
        Set<Upload> begun = Set.of(begin(KEY), begin(new ObjectKey(KEY.value())), begin(new ObjectKey("z&<\u0001")));

        Set<Upload> listed = new HashSet<>();
        UploadListing listing = new S3UploadListing(access().owners(bucket), access().client());
        UploadListing.@Nullable Position after = null;
        do {
            UploadListing.Page page = listing.list(BUCKET, after).orElseThrow();
            listed.addAll(page.uploads());
            after = page.next();
        } while (after != null);

        assertThat(listed).isEqualTo(begun);
        assertThat(listing.list(BUCKET, new UploadListing.Position("zz", "x"))
                        .orElseThrow()
                        .uploads())
                .isEmpty();
    }

    private Upload begin(ObjectKey key) {
        PlatformAnswer answer = PlatformAnswer.read(send("POST", path(key), "uploads", ""));
        return new Upload(BUCKET, key, ((PlatformAnswer.Initiated) answer).uploadId());
    }

    private ETag part(Upload upload, int number, String content) {
        send("PUT", path(upload.key()), "partNumber=" + number + "&" + uploadId(upload), content);
        return new ETag(HexFormat.of().formatHex(Digester.md5().digest(content.getBytes(StandardCharsets.UTF_8))));
    }

    private static String uploadId(Upload upload) {
        UploadId id = upload.id();
        return "uploadId=" + UriEncoding.encodeQuery(id.value());
    }

    private String path(ObjectKey key) {
        return '/' + bucket + '/' + UriEncoding.encodePath(key.value());
    }

    private S3UploadProbe probe() {
        return new S3UploadProbe(access().owners(bucket), access().client());
    }

    private GatewayAccess access() {
        return new GatewayAccess(GATEWAY.gateway(), asked, Set.of());
    }

    private byte[] send(String method, String path, String query, String content) {
        WholeResponse answer = access().send(method, path, query, content);
        assertThat(answer.status()).isEqualTo(200);
        return answer.body();
    }
}
