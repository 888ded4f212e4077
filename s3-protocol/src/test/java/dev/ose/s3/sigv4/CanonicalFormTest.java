package dev.ose.s3.sigv4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ose.s3.sigv4.Verification.PathForm;
import dev.ose.s3.sigv4.Verification.Verified;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths, queries and headers in the form that is signed. */
class CanonicalFormTest {

    private static final String NAMES = "host;x-amz-content-sha256;x-amz-date";

    private static String canonicalQuery(String rawQuery) {
        ByteBuilder out = new ByteBuilder();
        CanonicalQuery.parse(rawQuery).writeTo(out);
        return out.toString();
    }

    private static String canonicalHeader(String name, String... values) {
        WireRequest request = WireRequest.of("GET", "/", "");
        for (String value : values) {
            request = request.with(name, value);
        }
        SignatureWork work = new SignatureWork();
        work.canonicalize(request, "/", SignedHeaders.of(List.of(name)), "");
        return work.canonicalRequest().split("\n", -1)[3];
    }

    private static WireRequest unsigned(String path) {
        return WireRequest.of("GET", path, "", "Host", Examples.HOST, "x-amz-content-sha256", "UNSIGNED-PAYLOAD");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "'' /",
                "/ /",
                "/b//k /b//k",
                "//key //key",
                "/b/a//b/ /b/a//b/",
                "/b/../x /b/../x",
                "/b/./x /b/./x",
                "/b/a%2Fb /b/a/b",
                "/b/a%5Cb /b/a%5Cb",
                "/b/a\\b /b/a%5Cb",
                "/b/a+b /b/a%2Bb",
                "/b/a%2bb /b/a%2Bb",
                "/b/%7Ek /b/~k",
                "/b/a=b /b/a%3Db",
                "/b/!*'()=@:$&,;+ /b/%21%2A%27%28%29%3D%40%3A%24%26%2C%3B%2B",
                "/b/a;v=1/c /b/a%3Bv%3D1/c",
                "/b/%25 /b/%25",
                "/b/%zz /b/%25zz",
                "/b/% /b/%25",
                "/b/%4 /b/%254",
                "/b/%41%2541 /b/A%2541",
                "/b/%e2%82%ac /b/%E2%82%AC",
                "/b/%00%01 /b/%00%01"
            })
    void pathIsDecodedOnceAndEncoded(String raw, String canonical) {
        assertThat(CanonicalUri.canonicalPath(raw)).isEqualTo(canonical);
        assertThat(CanonicalUri.canonicalPath(canonical)).isEqualTo(canonical);
    }

    @Test
    void rawBytesInPathAreEncodedOneByOne() {
        assertThat(CanonicalUri.canonicalPath(WireRequest.bytesOf("/b/€ x"))).isEqualTo("/b/%E2%82%AC%20x");
        assertThatIllegalArgumentException().isThrownBy(() -> CanonicalUri.canonicalPath("/b/€"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/b/k=v",
                "/b/a%2Fb",
                "/b/!*'()=@:$&,;+~",
                "/b/%7Ek",
                "/b/%e2%82%ac",
                "/b/%zz",
                "/b/a;v=1",
                "/b/a|b"
            })
    void eitherFormOfThePathMayBeSigned(String path) {
        WireRequest canonicalSigned = Examples.signedByHand(unsigned(path), CanonicalUri.canonicalPath(path), NAMES);
        WireRequest rawSigned = Examples.signedByHand(unsigned(path), path, NAMES);

        assertThat(Examples.verify(canonicalSigned))
                .isEqualTo(new Verified(Examples.claimOf(canonicalSigned), PathForm.CANONICAL));
        assertThat(Examples.verify(rawSigned)).isEqualTo(new Verified(Examples.claimOf(rawSigned), PathForm.RAW));
    }

    @ParameterizedTest
    @CsvSource({"/b//k, /b/k", "/b/../k, /k", "/b/./k, /b/k", "/b/k/, /b/k", "/b/a+b, /b/a%20b", "/b/%2541, /b/%41"})
    void pathsAreNeverNormalised(String sent, String signed) {
        WireRequest request = Examples.signedByHand(unsigned(sent), signed, NAMES);

        assertThat(Examples.isAccepted(request)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "acl acl=",
                "acl= acl=",
                "acl=&acl acl=&acl=",
                "b=2&a=1 a=1&b=2",
                "a=2&a=1&a=10 a=1&a=10&a=2",
                "a=1&a-b=1 a=1&a-b=1",
                "a=1&A=1 A=1&a=1",
                "x=a+b x=a%20b",
                "x=a%20b x=a%20b",
                "x=a%2Bb x=a%2Bb",
                "x=a/b x=a%2Fb",
                "x=a%2fb x=a%2Fb",
                "x=a;b=c x=a%3Bb%3Dc",
                "x=a%3Bb x=a%3Bb",
                "x=%22é%22 x=%22%E9%22",
                "x=~%7E x=~~",
                "&a=1&&b=2& a=1&b=2",
                "=v =v",
                "X-Amz-Signature=s&a=1 a=1",
                "x-amz-signature=s x-amz-signature=s",
                "a=%F8&a=%7A a=%F8&a=z",
                "'' ''"
            })
    void queryIsSplitAtAmpersandsEncodedAndSorted(String raw, String canonical) {
        assertThat(canonicalQuery(raw)).isEqualTo(canonical);
    }

    @Test
    void manyParametersAreSortedInTime() {
        StringBuilder query = new StringBuilder();
        for (int i = 20_000; i > 0; i--) {
            query.append('&').append(Integer.toString(i, 36));
        }

        assertThat(canonicalQuery(query.toString())).startsWith("1=&10=&100=&");
    }

    @Test
    void headersAreTrimmedCollapsedAndJoined() {
        assertThat(canonicalHeader("x-amz-meta-a", "  a   b ")).isEqualTo("x-amz-meta-a:a b");
        assertThat(canonicalHeader("x-amz-meta-a", "a\t \tb\t")).isEqualTo("x-amz-meta-a:a b");
        assertThat(canonicalHeader("x-amz-meta-a", "\"a   b\"")).isEqualTo("x-amz-meta-a:\"a b\"");
        assertThat(canonicalHeader("x-amz-meta-a", " b", "a ", "", "b")).isEqualTo("x-amz-meta-a:b,a,,b");
        assertThat(canonicalHeader("x-amz-meta-a", "")).isEqualTo("x-amz-meta-a:");
        assertThat(canonicalHeader("x-amz-meta-a", "   ")).isEqualTo("x-amz-meta-a:");
        assertThat(canonicalHeader("content-type", "text/plain;Charset=UTF-8"))
                .isEqualTo("content-type:text/plain;Charset=UTF-8");
        assertThat(canonicalHeader("x-amz-meta-a", "\u00e9\u00c3\u00a9")).isEqualTo("x-amz-meta-a:\u00e9\u00c3\u00a9");
        assertThat(canonicalHeader("host", "[::1]:8080")).isEqualTo("host:[::1]:8080");
        assertThatIllegalArgumentException().isThrownBy(() -> canonicalHeader("x-amz-meta-a", "\u560a"));
    }

    @Test
    void expectThatWasTakenAwayIsPutBack() {
        assertThat(canonicalHeader("expect")).isEqualTo("expect:100-continue");
        assertThat(canonicalHeader("expect", "100-Continue")).isEqualTo("expect:100-Continue");
        assertThat(canonicalHeader("range"))
                .as("no other header has a line without being there")
                .isEmpty();
    }

    /** Whether its signer gave the header an empty line or none. */
    @Test
    void nameOfAHeaderThatIsNotThereIsNotAccepted() {
        WireRequest without = unsigned("/b/k");

        assertThat(Examples.isAccepted(Examples.signedByHand(without, "/b/k", NAMES)))
                .isTrue();
        assertThat(Examples.isAccepted(Examples.signedByHand(without, "/b/k", NAMES + ";x-made-up")))
                .isFalse();
    }

    @Test
    void requestWhoseSignedExpectWasAnsweredOnTheWayVerifies() {
        WireRequest sent =
                Examples.signedByHand(unsigned("/b/k").with("Expect", "100-continue"), "/b/k", "expect;" + NAMES);

        assertThat(Examples.isAccepted(sent)).isTrue();
        assertThat(Examples.isAccepted(sent.without("Expect"))).isTrue();
    }

    @Test
    void hostIsSignedWithItsPortAsSent() {
        WireRequest odd = unsigned("/b/k").replacing("Host", "s3.example:8443");
        WireRequest signed = Examples.signedByHand(odd, "/b/k", NAMES);

        assertThat(Examples.isAccepted(signed)).isTrue();
        assertThat(Examples.isAccepted(signed.replacing("Host", "s3.example"))).isFalse();
        assertThat(Examples.isAccepted(signed.replacing("Host", "s3.example:443")))
                .isFalse();
    }

    @Test
    void listOfSignedHeadersNeedNotBeSorted() {
        WireRequest request = unsigned("/b/k").with("x-amz-date", "20130524T000000Z");
        SignedHeaders unsorted = SignedHeaders.parse("x-amz-date;host");
        SignatureWork work = new SignatureWork();

        work.canonicalize(request, "/b/k", Objects.requireNonNull(unsorted), "UNSIGNED-PAYLOAD");

        assertThat(work.canonicalRequest())
                .contains("host:" + Examples.HOST + "\nx-amz-date:20130524T000000Z\n\nx-amz-date;host\n");
    }

    @Test
    void largeRequestsLeaveNothingBehind() {
        ByteBuilder out = new ByteBuilder();
        out.append("x".repeat(100_000));
        out.clear();
        out.append("y".repeat(3_000)).append('z');

        assertThat(out).hasToString("y".repeat(3_000) + "z");
    }
}
