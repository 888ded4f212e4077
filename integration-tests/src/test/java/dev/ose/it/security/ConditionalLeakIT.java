package dev.ose.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.it.WireAnswer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Preconditions must not disclose anything about an object to unauthorised callers (CVE-2024-36107). */
final class ConditionalLeakIT extends OwnBucket {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "If-Match: \"0\"",
                "If-Match: *",
                "If-None-Match: *",
                "If-Modified-Since: Mon, 01 Jan 2024 00:00:00 GMT",
                "If-Unmodified-Since: Mon, 01 Jan 2024 00:00:00 GMT",
                "If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT",
                "If-Range: \"0\"\r\nRange: bytes=0-0",
                "Range: bytes=100-200",
                "X: y"
            })
    void strangerLearnsNothingByACondition(String condition) {
        for (String method : List.of("GET", "HEAD")) {
            WireAnswer there = anonymous(method, path("there"), condition);
            WireAnswer notThere = anonymous(method, path("not-there"), condition);
            WireAnswer nowhere = anonymous(method, "/no-such-bucket-anywhere/there", condition);

            assertThat(there.status()).isEqualTo(403);
            assertThat(comparable(there)).isEqualTo(comparable(notThere)).isEqualTo(comparable(nowhere));
            assertThat(there.headers().keySet())
                    .isEqualTo(notThere.headers().keySet())
                    .isEqualTo(nowhere.headers().keySet());
        }
    }

    private WireAnswer anonymous(String method, String path, String condition) {
        return exchange(
                method, method + ' ' + path + " HTTP/1.1\r\nHost: " + target.host() + "\r\n" + condition + "\r\n\r\n");
    }

    private static String comparable(WireAnswer answer) {
        return answer.withoutIds().replaceAll("<(Resource|Key|BucketName)>[^<]*</\\1>", "");
    }
}
