package dev.ose.s3.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.CorsQuestion;
import dev.ose.s3.operation.S3Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CorsConfigurationTest {

    private static final String GET_OF_ALL = "<AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>";

    @Test
    void documentComesBackWhole() {
        CorsConfiguration rules = read("""
                <CORSConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
                  <CORSRule><ID>upload</ID><AllowedOrigin>https://*.example.com</AllowedOrigin>
                    <AllowedOrigin>https://example.org</AllowedOrigin><AllowedMethod>PUT</AllowedMethod>
                    <AllowedMethod>POST</AllowedMethod><AllowedHeader>x-amz-*</AllowedHeader>
                    <ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>300</MaxAgeSeconds></CORSRule>
                  <CORSRule>%s</CORSRule>
                </CORSConfiguration>""".formatted(GET_OF_ALL));

        assertThat(rules.rules())
                .containsExactly(
                        new CorsRule(
                                "upload",
                                List.of("https://*.example.com", "https://example.org"),
                                List.of(S3Method.PUT, S3Method.POST),
                                List.of("x-amz-*"),
                                List.of("ETag"),
                                300),
                        new CorsRule(null, List.of("*"), List.of(S3Method.GET), List.of(), List.of(), null));
        assertThat(CorsConfiguration.read(rules.toBytes())).isEqualTo(rules);
    }

    @ParameterizedTest
    @CsvSource({
        "*suffix, foo.suffix, true",
        "*suffix, foo.suffix.get, false",
        "start*end, startend, true",
        "start*end, start12end, true",
        "start*end, 0start12end, false",
        "aba*aba, ababa, false",
        "prefix*, prefix, true",
        "prefix*, bla.prefix, false",
        "http://a.example, http://a.example, true",
        "http://a.example, HTTP://a.example, false",
        "http://a.example, http://a.example:8080, false",
        "*, anything, true"
    })
    void originMatchesWithOneWildcard(String pattern, String origin, boolean matches) {
        CorsConfiguration rules =
                rule("<AllowedOrigin>" + pattern + "</AllowedOrigin><AllowedMethod>GET</AllowedMethod>");

        assertThat(rules.answer(new CorsQuestion(origin, S3Method.GET, List.of()))
                        .isPresent())
                .isEqualTo(matches);
    }

    /** Ceph 16.2 answers by the first rule with the right origin, and refuses the second request. */
    @Test
    void laterRuleForTheSameOriginCounts() {
        CorsConfiguration rules = read("<CORSConfiguration><CORSRule><AllowedOrigin>o</AllowedOrigin>"
                + "<AllowedMethod>GET</AllowedMethod></CORSRule><CORSRule><AllowedOrigin>o</AllowedOrigin>"
                + "<AllowedMethod>PUT</AllowedMethod></CORSRule></CORSConfiguration>");

        assertThat(rules.answer(new CorsQuestion("o", S3Method.PUT, List.of())))
                .get()
                .extracting(CorsAnswer::methods)
                .isEqualTo(List.of(S3Method.PUT));
        assertThat(rules.answer(new CorsQuestion("o", S3Method.DELETE, List.of())))
                .isEmpty();
    }

    @Test
    void everyHeaderMustBeAllowedInAnyCase() {
        CorsConfiguration rules = rule(
                GET_OF_ALL + "<AllowedHeader>X-Amz-Meta-*</AllowedHeader><AllowedHeader>content-type</AllowedHeader>");

        assertThat(rules.answer(asking("x-amz-meta-a", "Content-Type"))).isPresent();
        assertThat(rules.answer(asking("x-amz-meta-a", "x-other"))).isEmpty();
        assertThat(rule(GET_OF_ALL).answer(asking("x-any"))).isEmpty();
        assertThat(rule(GET_OF_ALL + "<AllowedHeader>*</AllowedHeader>").answer(asking("x-any")))
                .isPresent();
    }

    @Test
    void answerTellsWhatTheRuleSays() {
        CorsConfiguration rules = rule("<AllowedOrigin>https://*.example.com</AllowedOrigin>"
                + "<AllowedMethod>PUT</AllowedMethod><AllowedMethod>GET</AllowedMethod><AllowedHeader>*</AllowedHeader>"
                + "<ExposeHeader>ETag</ExposeHeader><ExposeHeader>x-amz-version-id</ExposeHeader>"
                + "<MaxAgeSeconds>60</MaxAgeSeconds>");
        Optional<CorsAnswer> answer = rules.answer(
                new CorsQuestion("https://shop.example.com", S3Method.GET, List.of("x-amz-date", "content-type")));

        assertThat(answer.orElseThrow().toHeaders().entrySet())
                .extracting(header -> header.getKey() + ": " + header.getValue())
                .containsExactly(
                        "Access-Control-Allow-Origin: https://shop.example.com",
                        "Access-Control-Allow-Methods: PUT, GET",
                        "Access-Control-Allow-Headers: x-amz-date, content-type",
                        "Access-Control-Expose-Headers: ETag, x-amz-version-id",
                        "Access-Control-Max-Age: 60",
                        "Access-Control-Allow-Credentials: true",
                        "Vary: Origin, Access-Control-Request-Headers, Access-Control-Request-Method");
    }

    /** The origin must not be echoed: with it, a browser would send, and show, what a login protects. */
    @Test
    void ruleForAllOriginsAllowsNoCredentials() {
        assertThat(rule(GET_OF_ALL)
                        .answer(new CorsQuestion("https://evil.example", S3Method.GET, List.of()))
                        .orElseThrow()
                        .toHeaders())
                .containsEntry("Access-Control-Allow-Origin", "*")
                .doesNotContainKey("Access-Control-Allow-Credentials");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<CORSConfiguration/>",
                "<CORSConfiguration><Other/></CORSConfiguration>",
                "<CORSConfiguration><CORSRule/></CORSConfiguration>",
                "<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin></CORSRule></CORSConfiguration>",
                "<CORSConfiguration><CORSRule><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>",
                "<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>"
                        + "<MaxAgeSeconds>soon</MaxAgeSeconds></CORSRule></CORSConfiguration>",
                "<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>"
                        + "<MaxAgeSeconds>-1</MaxAgeSeconds></CORSRule></CORSConfiguration>",
                "<CORSConfiguration><CORSRule><AllowedOrigin>a b</AllowedOrigin><AllowedMethod>GET</AllowedMethod>"
                        + "</CORSRule></CORSConfiguration>",
                "<Other/>",
                "no xml"
            })
    void documentThatIsNoConfigurationIsMalformed(String document) {
        assertCode(document, S3ErrorCode.MALFORMED_XML);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<AllowedOrigin>*</AllowedOrigin><AllowedMethod>PATCH</AllowedMethod>",
                "<AllowedOrigin>*</AllowedOrigin><AllowedMethod>OPTIONS</AllowedMethod>",
                "<AllowedOrigin>*</AllowedOrigin><AllowedMethod>get</AllowedMethod>",
                "<AllowedOrigin>*.*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>",
                GET_OF_ALL + "<AllowedHeader>x-*-*</AllowedHeader>",
                GET_OF_ALL + "<AllowedHeader>a b</AllowedHeader>",
                GET_OF_ALL + "<ExposeHeader>*</ExposeHeader>",
                GET_OF_ALL + "<ExposeHeader>ETag&#13;&#10;Set-Cookie: a=b</ExposeHeader>",
                GET_OF_ALL + "<ExposeHeader/>"
            })
    void ruleThatCannotBeIsInvalid(String rule) {
        assertCode(
                "<CORSConfiguration><CORSRule>" + rule + "</CORSRule></CORSConfiguration>",
                S3ErrorCode.INVALID_REQUEST);
    }

    @Test
    void hundredRulesAreTakenAndNoMore() {
        String rule = "<CORSRule>" + GET_OF_ALL + "</CORSRule>";

        assertThat(read("<CORSConfiguration>" + rule.repeat(100) + "</CORSConfiguration>")
                        .rules())
                .hasSize(100);
        assertCode("<CORSConfiguration>" + rule.repeat(101) + "</CORSConfiguration>", S3ErrorCode.INVALID_REQUEST);
    }

    private static CorsQuestion asking(String... headers) {
        return new CorsQuestion("o", S3Method.GET, List.of(headers));
    }

    private static CorsConfiguration rule(String content) {
        return read("<CORSConfiguration><CORSRule>" + content + "</CORSRule></CORSConfiguration>");
    }

    private static CorsConfiguration read(String document) {
        return CorsConfiguration.read(document.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertCode(String document, S3ErrorCode code) {
        assertThatExceptionOfType(S3ErrorException.class)
                .isThrownBy(() -> read(document))
                .satisfies(refused -> assertThat(refused.error().code()).isEqualTo(code));
    }
}
