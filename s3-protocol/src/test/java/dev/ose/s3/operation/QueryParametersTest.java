package dev.ose.s3.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.operation.QueryParameters.Parameter;
import org.junit.jupiter.api.Test;

class QueryParametersTest {

    @Test
    void splitsOnAmpersandOnlyAndKeepsDuplicates() {
        QueryParameters query =
                QueryParameters.parse("a=1;b=2&a=3&acl&&x=y=z&p=a+b%2B&A=").orElseThrow();

        assertThat(query.parameters())
                .containsExactly(
                        new Parameter("a", "1;b=2"),
                        new Parameter("a", "3"),
                        new Parameter("acl", ""),
                        new Parameter("x", "y=z"),
                        new Parameter("p", "a b+"),
                        new Parameter("A", ""));
        assertThat(query.first("a")).isEqualTo("1;b=2");
        assertThat(query.contains("acl")).isTrue();
        assertThat(query.contains("b")).isFalse();
    }

    @Test
    void absentQueryIsEmpty() {
        assertThat(QueryParameters.parse(null)).isEqualTo(Parsed.of(QueryParameters.NONE));
        assertThat(QueryParameters.parse("")).isEqualTo(Parsed.of(QueryParameters.NONE));
    }

    @Test
    void tooManyParametersAreRefused() {
        assertThat(QueryParameters.parse("a&".repeat(256))).isInstanceOf(Parsed.Value.class);
        assertThat(QueryParameters.parse("a&".repeat(257))).isInstanceOf(Parsed.Refusal.class);
    }

    @Test
    void brokenEscapesAreRefused() {
        assertThat(QueryParameters.parse("a=%")).isInstanceOf(Parsed.Refusal.class);
        assertThat(QueryParameters.parse("%00")).isInstanceOf(Parsed.Refusal.class);
        assertThat(QueryParameters.parse("a=%ED%A0%80")).isInstanceOf(Parsed.Refusal.class);
    }
}
