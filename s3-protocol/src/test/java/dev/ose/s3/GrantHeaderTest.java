package dev.ose.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.GrantHeader.Grantee;
import dev.ose.s3.GrantHeader.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrantHeaderTest {

    @Test
    void granteesAreReadInTheirOrderWithAndWithoutQuotes() {
        GrantHeader header = GrantHeader.parse("id=\"12ab\" ,emailAddress=a@b.example,  uri=\"http://x/y?a=b\"")
                .orElseThrow();

        assertThat(header.grantees())
                .containsExactly(
                        new Grantee(Kind.ID, "12ab"),
                        new Grantee(Kind.EMAIL_ADDRESS, "a@b.example"),
                        new Grantee(Kind.URI, "http://x/y?a=b"));
        assertThat(header.value()).isEqualTo("id=\"12ab\", emailAddress=\"a@b.example\", uri=\"http://x/y?a=b\"");
        assertThat(GrantHeader.parse(header.value())).contains(header);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ",", "id", "id=", "id=\"\"", "=x", "other=x", "id=\"a", "id=a\"b", "id=a,", "id=\"a,uri=b\""
            })
    void otherTextIsNoHeader(String text) {
        assertThat(GrantHeader.parse(text)).isEmpty();
    }

    @Test
    void listIsBounded() {
        assertThat(GrantHeader.parse("id=a" + ",id=a".repeat(99))).isPresent();
        assertThat(GrantHeader.parse("id=a" + ",id=a".repeat(100))).isEmpty();
    }
}
