package dev.ose.server.s3.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.error.S3ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages of platforms that clients receive. */
class PlatformMessagesTest {

    private static final String HOST = "gateway";
    private static final String PLAIN = "The argument is too long";

    @Test
    void wordsOfEachCodeAreThoseOfTheGoldenFile() throws IOException {
        String actual = Arrays.stream(S3ErrorCode.values())
                .map(code -> code.code() + ": " + PlatformMessages.of(code, PLAIN, HOST))
                .collect(Collectors.joining("\n", "", "\n"));

        assertThat(actual).isEqualTo(golden());
    }

    @ParameterizedTest
    @EnumSource(S3ErrorCode.class)
    void noCodeLetsIdsAndHostsThrough(S3ErrorCode code) {
        assertThat(PlatformMessages.of(code, "User: arn:aws:iam::123456789012:user/plat is not authorized", HOST))
                .isEqualTo(code.message());
        assertThat(PlatformMessages.of(code, "", HOST)).isEqualTo(code.message());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Upstream rgw3.storage.example refused it",
                "Upstream 10.0.0.7 refused it",
                "Upstream [fd00::7] refused it",
                "see https://storage/docs",
                "the gateway does not like it",
                "Invalid id 79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d5218e7cd47ef2be",
                "Invalid principal 0f2d0d4e-5d3c-4a3c-9d7c-0b7a5e9a8d11$9b7c",
                "Invalid principal AIDAJQABLZS4A3QDU576Q",
                "Invalid principal QWERTYUIOPASDFGHJKLZ",
                "Invalid account 123456789012",
                "Invalid principal acme$alice",
                "Invalid principal alice@acme",
                "/var/lib/ceph is full",
                "osd7 is full",
                "in zone_north",
                "line one\nline two",
                "caf\u00e9"
            })
    void whatMayBeAnIdOrAnAddressIsNotHandedOn(String message) {
        assertThat(PlatformMessages.of(S3ErrorCode.INVALID_ARGUMENT, message, HOST))
                .isEqualTo(S3ErrorCode.INVALID_ARGUMENT.message());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Argument maxKeys must be an integer between 0 and 2147483",
                "Object tags cannot be greater than 10",
                "x-amz-object-lock-retain-until-date and x-amz-object-lock-mode must both be supplied",
                "Missing required header for this request: Content-MD5",
                "The request's 'Access-Control-Request-Method' (or \"If-None-Match\") isn't valid.",
                "Checksum must be one of CRC32, CRC32C, SHA1 or SHA256."
            })
    void plainWordsAboutTheClientsInputAreHandedOn(String message) {
        assertThat(PlatformMessages.of(S3ErrorCode.INVALID_ARGUMENT, message, HOST))
                .isEqualTo(message);
    }

    @Test
    void longTextIsNotHandedOn() {
        assertThat(PlatformMessages.of(S3ErrorCode.MALFORMED_XML, "so ".repeat(101), HOST))
                .isEqualTo(S3ErrorCode.MALFORMED_XML.message());
    }

    private static String golden() throws IOException {
        try (InputStream file = PlatformMessagesTest.class.getResourceAsStream("platform-messages.golden")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
