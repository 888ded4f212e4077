package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LifecycleElementsTest {

    private static final String SIZE = "<Filter><ObjectSizeGreaterThan>5</ObjectSizeGreaterThan></Filter>";

    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = edge(EnumSet.of(Capability.LIFECYCLE));
    }

    private static S3TestServer edge(Set<Capability> capabilities) throws IOException {
        return new S3TestServer(
                request -> {
                    request.body();
                    return request.answer(new byte[0]);
                },
                capabilities);
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private WireClient.Answer put(String elements) throws IOException {
        String rule = "<Rule><ID>a</ID><Status>Enabled</Status>" + elements + "</Rule>";
        return edge.call(
                S3TestServer.ALICE,
                "PUT",
                "/photos?lifecycle",
                "<LifecycleConfiguration>" + rule + "</LifecycleConfiguration>");
    }

    @ParameterizedTest
    @CsvSource({
        "ObjectSizeGreaterThan, <Filter><ObjectSizeGreaterThan>5</ObjectSizeGreaterThan></Filter>",
        "ObjectSizeLessThan, <Filter><And><Prefix>p</Prefix><ObjectSizeLessThan>5</ObjectSizeLessThan></And></Filter>",
        "NewerNoncurrentVersions, <NoncurrentVersionExpiration><NoncurrentDays>2</NoncurrentDays>"
                + "<NewerNoncurrentVersions>3</NewerNoncurrentVersions></NoncurrentVersionExpiration>",
        "NewerNoncurrentVersions, <NoncurrentVersionTransition>"
                + "<NewerNoncurrentVersions>3</NewerNoncurrentVersions></NoncurrentVersionTransition>"
    })
    void elementThatThePlatformWouldDropIsRefusedByName(String element, String rule) throws IOException {
        WireClient.Answer answer = put(rule);

        assertThat(answer.status()).isEqualTo(501);
        assertThat(answer.body()).contains("<Code>NotImplemented</Code>", "<Element>" + element + "</Element>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"<Prefix>p</Prefix><Unknown/>", "<Filter><Unknown>5</Unknown></Filter>"})
    void elementThatS3DoesNotHaveIsMalformed(String rule) throws IOException {
        assertThat(put(rule).body()).contains("<Code>MalformedXML</Code>", "<Element>Unknown</Element>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    /** Such a platform transitions objects of any size. Tools send the header with every configuration. */
    @ParameterizedTest
    @CsvSource({"Transition, 501", "Expiration, 200"})
    void leastSizeOfTransitionsIsRefusedBesideOne(String action, int status) throws IOException {
        String rule = "<Rule><Status>Enabled</Status><Filter/><" + action + "><Days>1</Days></" + action + "></Rule>";
        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE,
                "PUT",
                "/photos?lifecycle",
                "<LifecycleConfiguration>" + rule + "</LifecycleConfiguration>",
                new HeaderField("x-amz-transition-default-minimum-object-size", "all_storage_classes_128K"));

        assertThat(answer.status()).isEqualTo(status);
        assertThat(edge.platform.requests()).hasSize(status == 200 ? 1 : 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Filter/><Expiration><Days>1</Days></Expiration>",
                "<Filter><Tag><Key>a</Key><Value>b</Value></Tag></Filter><Expiration><Date>2030-01-01</Date>"
                        + "</Expiration>",
                "<Filter><And><Prefix>p</Prefix><Tag><Key>a</Key><Value>b</Value></Tag></And></Filter>",
                "<Prefix>p</Prefix><Transition><Days>3</Days><StorageClass>COLD</StorageClass></Transition>",
                "<Prefix>p</Prefix><NoncurrentVersionTransition><NoncurrentDays>3</NoncurrentDays>"
                        + "<StorageClass>COLD</StorageClass></NoncurrentVersionTransition>",
                "<Prefix/><Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>"
                        + "<AbortIncompleteMultipartUpload><DaysAfterInitiation>1</DaysAfterInitiation>"
                        + "</AbortIncompleteMultipartUpload>"
            })
    void usualRulesArePassed(String rule) throws IOException {
        assertThat(put(rule).status()).isEqualTo(200);
        assertThat(edge.platform.requests()).hasSize(1);
    }

    @Test
    void sizesArePassedToAPlatformThatHeedsThem() throws IOException {
        edge.close();
        edge = edge(EnumSet.of(Capability.LIFECYCLE, Capability.LIFECYCLE_SIZES));

        assertThat(put(SIZE).status()).isEqualTo(200);
    }
}
