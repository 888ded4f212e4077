package dev.ose.s3.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ose.s3.document.NotificationTarget.Kind;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NotificationConfigurationTest {

    @Test
    void documentComesBackWhole() {
        NotificationConfiguration read = read("""
                <QueueConfiguration><Id>raw pictures</Id><Queue>arn:ose:sqs:z:t:1</Queue>
                  <Event>s3:ObjectCreated:*</Event><Event>s3:ObjectRemoved:Delete</Event>
                  <Filter><S3Key><FilterRule><Name>PREFIX</Name><Value> raw/</Value></FilterRule>
                    <FilterRule><Name>suffix</Name><Value>.jpg</Value></FilterRule></S3Key></Filter>
                </QueueConfiguration>
                <TopicConfiguration><Id>b</Id><Topic>arn:ose:sqs:z:t:2</Topic>
                  <Event>s3:ObjectRemoved:DeleteMarkerCreated</Event></TopicConfiguration>""");

        assertThat(read.targets())
                .containsExactly(
                        new NotificationTarget(
                                Kind.QUEUE,
                                "raw pictures",
                                "arn:ose:sqs:z:t:1",
                                List.of("s3:ObjectCreated:*", "s3:ObjectRemoved:Delete"),
                                " raw/",
                                ".jpg"),
                        new NotificationTarget(
                                Kind.TOPIC,
                                "b",
                                "arn:ose:sqs:z:t:2",
                                List.of("s3:ObjectRemoved:DeleteMarkerCreated"),
                                null,
                                null));
        assertThat(read.targets().getFirst().events())
                .containsExactly(NotificationEvent.PUT, NotificationEvent.COMPLETED, NotificationEvent.DELETED);
        assertThat(NotificationConfiguration.read(read.toBytes())).isEqualTo(read);
    }

    @Test
    void emptyDocumentHasNoConfiguration() {
        assertThat(read("").targets()).isEmpty();
    }

    @Test
    void missingIdIsMadeFromTheContent() {
        String one = "<QueueConfiguration><Queue>arn:ose:sqs:z:t:1</Queue><Event>%s</Event></QueueConfiguration>";
        List<NotificationTarget> targets = read(one.formatted("s3:ObjectCreated:Put")
                        + one.formatted("s3:ObjectRemoved:*"))
                .targets();

        assertThat(targets)
                .extracting(NotificationTarget::id)
                .doesNotHaveDuplicates()
                .allMatch(id -> !id.isEmpty());
        assertThat(read(one.formatted("s3:ObjectCreated:Put"))
                        .targets()
                        .getFirst()
                        .id())
                .isEqualTo(targets.getFirst().id());
    }

    @ParameterizedTest
    @CsvSource({
        "s3:ObjectCreated:*, s3:ObjectCreated:Put, a/, a/b/, , ",
        "s3:ObjectCreated:*, s3:ObjectCreated:*, , , g, .jpg",
        "s3:ObjectCreated:*, s3:ObjectCreated:*, a, , , .jpg"
    })
    void configurationsThatWouldBothSendAnEventAreRefused(
            String one, String other, String prefix, String otherPrefix, String suffix, String otherSuffix) {
        String content = queue("1", one, prefix, suffix) + queue("2", other, otherPrefix, otherSuffix);

        assertThat(refusal(content).code()).isEqualTo(S3ErrorCode.INVALID_ARGUMENT);
        assertThat(refusal(content).message()).startsWith("Configurations overlap.");
    }

    @ParameterizedTest
    @CsvSource({
        "s3:ObjectCreated:*, s3:ObjectRemoved:*, a/, a/b/, , ",
        "s3:ObjectCreated:Put, s3:ObjectCreated:CompleteMultipartUpload, , , , ",
        "s3:ObjectCreated:*, s3:ObjectCreated:*, a/, b/, , ",
        "s3:ObjectCreated:*, s3:ObjectCreated:*, , , .jpg, .png"
    })
    void configurationsWithoutACommonEventAreStored(
            String one, String other, String prefix, String otherPrefix, String suffix, String otherSuffix) {
        String content = queue("1", one, prefix, suffix) + queue("2", other, otherPrefix, otherSuffix);

        assertThat(read(content).targets()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "s3:ObjectMade:*, INVALID_ARGUMENT",
        "s3:*, INVALID_ARGUMENT",
        "ObjectCreated:Put, INVALID_ARGUMENT",
        "s3:ObjectCreated:Put2, INVALID_ARGUMENT",
        "s3:ObjectCreated:Copy, NOT_IMPLEMENTED",
        "s3:ObjectRestore:*, NOT_IMPLEMENTED",
        "s3:LifecycleExpiration:Delete, NOT_IMPLEMENTED",
        "s3:ObjectTagging:Put, NOT_IMPLEMENTED"
    })
    void eventThatIsNeverSentIsRefused(String event, S3ErrorCode code) {
        S3Error refusal = refusal(queue("1", event, null, null));

        assertThat(refusal.code()).isEqualTo(code);
        assertThat(refusal.details()).containsValue(event);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CloudFunctionConfiguration", "EventBridgeConfiguration"})
    void otherDestinationIsRefusedByName(String element) {
        assertThat(refusal('<' + element + "></" + element + '>').details()).containsEntry("Element", element);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Other/>",
                "<QueueConfiguration><Event>s3:ObjectCreated:*</Event></QueueConfiguration>",
                "<QueueConfiguration><Topic>a</Topic><Event>s3:ObjectCreated:*</Event></QueueConfiguration>",
                "<QueueConfiguration><Queue>a</Queue></QueueConfiguration>",
                "<QueueConfiguration><Queue>a</Queue><Queue>b</Queue><Event>s3:ObjectCreated:*</Event>"
                        + "</QueueConfiguration>",
                "<QueueConfiguration><Queue>a</Queue><Event>s3:ObjectCreated:*</Event><Filter><S3Key><FilterRule>"
                        + "<Name>prefix</Name></FilterRule></S3Key></Filter></QueueConfiguration>"
            })
    void whatIsNoConfigurationIsMalformed(String content) {
        assertThat(refusal(content).code()).isEqualTo(S3ErrorCode.MALFORMED_XML);
    }

    @Test
    void filterHasOneRuleOfEachNameAndNoOther() {
        String wrong = queue("1", "s3:ObjectCreated:*", "a", "b");

        assertThat(refusal(wrong.replace("Suffix", "prefix")).code()).isEqualTo(S3ErrorCode.INVALID_ARGUMENT);
        assertThat(refusal(wrong.replace("Suffix", "infix")).details()).containsEntry("ArgumentValue", "infix");
        assertThat(refusal(wrong.replace("S3Key", "S3Tags")).code()).isEqualTo(S3ErrorCode.NOT_IMPLEMENTED);
        assertThat(refusal(queue("1", "s3:ObjectCreated:*", "a".repeat(1_025), null))
                        .code())
                .isEqualTo(S3ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void idsAreDistinctAndShort() {
        assertThat(refusal(queue("1", "s3:ObjectCreated:*", null, null) + queue("1", "s3:ObjectRemoved:*", null, null))
                        .details())
                .containsEntry("ArgumentName", "Id");
        assertThat(refusal(queue("i".repeat(256), "s3:ObjectCreated:*", null, null))
                        .code())
                .isEqualTo(S3ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void numberOfConfigurationsIsBounded() {
        StringBuilder content = new StringBuilder();
        for (int id = 0; id < NotificationConfiguration.MAX_TARGETS; id++) {
            content.append(queue("" + id, "s3:ObjectCreated:*", id + "/", null));
        }

        assertThat(read(content.toString()).targets()).hasSize(NotificationConfiguration.MAX_TARGETS);
        assertThat(refusal(content + queue("more", "s3:ObjectCreated:*", "more/", null))
                        .code())
                .isEqualTo(S3ErrorCode.INVALID_ARGUMENT);
    }

    private static String queue(String id, String event, @Nullable String prefix, @Nullable String suffix) {
        return """
                <QueueConfiguration><Id>%s</Id><Queue>arn:ose:sqs:z:t:1</Queue><Event>%s</Event><Filter><S3Key>
                <FilterRule><Name>prefix</Name><Value>%s</Value></FilterRule>
                <FilterRule><Name>Suffix</Name><Value>%s</Value></FilterRule></S3Key></Filter></QueueConfiguration>
                """.formatted(id, event, prefix == null ? "" : prefix, suffix == null ? "" : suffix);
    }

    private static S3Error refusal(String content) {
        return assertThatExceptionOfType(S3ErrorException.class)
                .isThrownBy(() -> read(content))
                .actual()
                .error();
    }

    private static NotificationConfiguration read(String content) {
        String document = "<NotificationConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">" + content
                + "</NotificationConfiguration>";
        return NotificationConfiguration.read(document.getBytes(StandardCharsets.UTF_8));
    }
}
