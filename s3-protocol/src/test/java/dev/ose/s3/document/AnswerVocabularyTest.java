package dev.ose.s3.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerVocabularyTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<ListBucketResult><Tenant></Tenant><Name>b</Name></ListBucketResult>",
                "<?xml version=\"1.0\"?>\n<ListBucketResult xmlns=\"x\"><Contents><Type>Normal</Type></Contents>"
                        + "</ListBucketResult>",
                "<a:ListVersionsResult><a:Version><a:Entry/></a:Version></a:ListVersionsResult>",
                "<CompleteMultipartUploadResult><Keys/></CompleteMultipartUploadResult>"
            })
    void namesThatS3DoesNotHaveAreFound(String document) {
        assertThat(AnswerVocabulary.hasForeignNames(bytes(document))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<",
                "<ListBucketResult",
                "<ListBucketResult xmlns=\"x\"><Name>b</Name><Contents><Key>Tenant</Key></Contents></ListBucketResult>",
                "<a:ListPartsResult><a:Part><a:Size>1</a:Size></a:Part></a:ListPartsResult>",
                "<LifecycleConfiguration><Rule><Tenant/></Rule></LifecycleConfiguration>"
            })
    void documentsOfS3AndSettingsArePassedOver(String document) {
        assertThat(AnswerVocabulary.hasForeignNames(bytes(document))).isFalse();
    }

    @Test
    void settingsAreNotJudged() {
        assertThat(AnswerVocabulary.knows("LifecycleConfiguration", "Tenant")).isTrue();
        assertThat(AnswerVocabulary.knows("ListBucketResult", "Tenant")).isFalse();
        assertThat(AnswerVocabulary.knows("ListBucketResult", "Contents")).isTrue();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
