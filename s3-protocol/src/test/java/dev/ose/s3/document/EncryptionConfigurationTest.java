package dev.ose.s3.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.document.EncryptionConfiguration.Blocked;
import dev.ose.s3.error.S3ErrorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncryptionConfigurationTest {

    private static final String DEFAULT = "<ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm>"
            + "</ApplyServerSideEncryptionByDefault>";

    @Test
    void configurationIsReadAndWritten() {
        EncryptionConfiguration all = new EncryptionConfiguration(true, true, Blocked.SSE_C);

        assertThat(rule(DEFAULT)).isEqualTo(new EncryptionConfiguration(true, false, null));
        assertThat(rule("<BlockedEncryptionTypes><EncryptionType>NONE</EncryptionType></BlockedEncryptionTypes>"))
                .isEqualTo(new EncryptionConfiguration(false, false, Blocked.NONE));
        assertThat(EncryptionConfiguration.read(all.toBytes())).isEqualTo(all);
        assertThat(new String(new EncryptionConfiguration(true, false, null).toBytes(), UTF_8))
                .contains("<Rule>" + DEFAULT + "<BucketKeyEnabled>false</BucketKeyEnabled></Rule>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<BucketKeyEnabled>true</BucketKeyEnabled>",
                "DEFAULTDEFAULT",
                "DEFAULT<BucketKeyEnabled>maybe</BucketKeyEnabled>",
                "DEFAULT<BlockedEncryptionTypes/>",
                "DEFAULT<BlockedEncryptionTypes><EncryptionType>SSE-S3</EncryptionType></BlockedEncryptionTypes>",
                "DEFAULT<Other/>",
                "<ApplyServerSideEncryptionByDefault/>"
            })
    void ruleThatCannotBeIsMalformed(String content) {
        assertThatThrownBy(() -> rule(content.replace("DEFAULT", DEFAULT))).satisfies(e -> hasCode(e, "MalformedXML"));
    }

    @ParameterizedTest
    @CsvSource({
        "'', MalformedXML",
        "AES128, MalformedXML",
        "aes256, MalformedXML",
        "aws:kms, NotImplemented",
        "aws:kms:dsse, NotImplemented"
    })
    void anotherAlgorithmIsRefused(String algorithm, String code) {
        assertThatThrownBy(() -> rule(DEFAULT.replace("AES256", algorithm))).satisfies(e -> hasCode(e, code));
    }

    @Test
    void keyOfKmsBesideAes256IsRefused() {
        String content = DEFAULT.replace("</SSEAlgorithm>", "</SSEAlgorithm><KMSMasterKeyID>k</KMSMasterKeyID>");

        assertThatThrownBy(() -> rule(content)).satisfies(e -> hasCode(e, "InvalidArgument"));
    }

    @Test
    void configurationHasOneRule() {
        String rule = "<Rule>" + DEFAULT + "</Rule>";

        assertThatThrownBy(() -> read("")).satisfies(e -> hasCode(e, "MalformedXML"));
        assertThatThrownBy(() -> read(rule + rule)).satisfies(e -> hasCode(e, "MalformedXML"));
    }

    private static EncryptionConfiguration rule(String content) {
        return read("<Rule>" + content + "</Rule>");
    }

    private static EncryptionConfiguration read(String content) {
        String root = "ServerSideEncryptionConfiguration";
        return EncryptionConfiguration.read(('<' + root + '>' + content + "</" + root + '>').getBytes(UTF_8));
    }

    private static void hasCode(Throwable e, String code) {
        assertThat(e).isInstanceOfSatisfying(S3ErrorException.class, refused -> assertThat(
                        refused.error().code().code())
                .isEqualTo(code));
    }
}
