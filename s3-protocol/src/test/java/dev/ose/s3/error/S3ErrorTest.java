package dev.ose.s3.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class S3ErrorTest {

    @Test
    void documentEscapesItsTextsAndKeepsTheirOrder() {
        S3Error error =
                S3Error.of(S3ErrorCode.NO_SUCH_KEY).with("Key", "<a>&\"\u0001").with("BucketName", "b");

        byte[] document = new S3ErrorDocument(error, "/b/%01", "R1", "H1").toBytes();

        assertThat(new String(document, StandardCharsets.UTF_8))
                .isEqualTo("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>NoSuchKey</Code>"
                        + "<Message>The specified key does not exist.</Message>"
                        + "<Key>&lt;a&gt;&amp;&quot;&#x1;</Key><BucketName>b</BucketName>"
                        + "<Resource>/b/%01</Resource><RequestId>R1</RequestId><HostId>H1</HostId></Error>");
    }

    @Test
    void everyCodeIsFoundByItsName() {
        for (S3ErrorCode code : S3ErrorCode.values()) {
            assertThat(S3ErrorCode.find(code.code())).contains(code);
            assertThat(code.status()).isBetween(300, 599);
            assertThat(code.message()).isNotBlank();
            assertThat(code.name().replace("_", "")).isEqualToIgnoringCase(code.code());
        }
        assertThat(S3ErrorCode.find("NoSuchCode")).isEmpty();
    }

    @Test
    void elementNameThatIsNoNameIsRefused() {
        S3Error error = S3Error.of(S3ErrorCode.ACCESS_DENIED);

        assertThatThrownBy(() -> error.with("a><b", "x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> error.with("-a", "x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> error.with("", "x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void elementNamedAfterAHeaderIsTold() {
        S3Error error = S3Error.of(S3ErrorCode.ACCESS_DENIED).with("X-Amz-Expires", "300");

        byte[] document = new S3ErrorDocument(error, "/b/k", "R1", "H1").toBytes();

        assertThat(new String(document, StandardCharsets.UTF_8)).contains("<X-Amz-Expires>300</X-Amz-Expires>");
    }

    @Test
    void exceptionHasNoStackTrace() {
        S3ErrorException exception = new S3ErrorException(S3Error.of(S3ErrorCode.SLOW_DOWN));

        assertThat(exception.getStackTrace()).isEmpty();
        assertThat(exception.error().status()).isEqualTo(503);
    }
}
