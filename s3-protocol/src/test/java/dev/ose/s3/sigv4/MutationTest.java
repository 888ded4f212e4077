package dev.ose.s3.sigv4;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** No other byte in the place of any one byte of what was signed. */
class MutationTest {

    private static final WireRequest PLAIN = WireRequest.of(
            "GET", "/b/a b%2F%E2%82%AC+~k", "prefix=a%2Fb&acl&x=%7E+1", "Host", Examples.HOST, "x-amz-meta-a", "v");
    private static final WireRequest SIGNED = Examples.signed(PLAIN, Examples.EMPTY_SHA256);
    private static final WireRequest PRESIGNED = Examples.presigned(PLAIN, Duration.ofHours(1));

    @Example
    void whatWasSignedIsAccepted() {
        assertThat(Examples.isAccepted(SIGNED)).isTrue();
        assertThat(Examples.isAccepted(PRESIGNED)).isTrue();
    }

    @Property(tries = 94)
    void presignedQueryWithAnotherByteIsRefused(@ForAll @IntRange(min = 1, max = 94) int shift) {
        String canonical = canonicalQuery(PRESIGNED.rawQuery());
        for (String query : Examples.mutationsOf(PRESIGNED.rawQuery(), shift)) {
            // The lower-case form of an escape is the same byte, and a space is a plus sign.
            if (!canonicalQuery(query).equals(canonical)
                    || !signatureOf(query).equals(signatureOf(PRESIGNED.rawQuery()))) {
                assertThat(Examples.isAccepted(PRESIGNED.withQuery(query)))
                        .as(query)
                        .isFalse();
            }
        }
    }

    @Property(tries = 94)
    void pathWithAnotherByteIsRefused(@ForAll @IntRange(min = 1, max = 94) int shift) {
        for (String path : Examples.mutationsOf(PLAIN.rawPath(), shift)) {
            boolean isSame = CanonicalUri.canonicalPath(path).equals(CanonicalUri.canonicalPath(PLAIN.rawPath()));
            assertThat(Examples.isAccepted(PRESIGNED.withPath(path))).as(path).isEqualTo(isSame);
            assertThat(Examples.isAccepted(SIGNED.withPath(path))).as(path).isEqualTo(isSame);
        }
    }

    @Property(tries = 94)
    void authorizationWithAnotherByteIsRefused(@ForAll @IntRange(min = 1, max = 94) int shift) {
        for (String authorization : Examples.mutationsOf(SIGNED.header("authorization"), shift)) {
            assertThat(Examples.isAccepted(SIGNED.replacing("Authorization", authorization)))
                    .as(authorization)
                    .isFalse();
        }
    }

    @Property(tries = 94)
    void signedHeaderWithAnotherByteIsRefused(@ForAll @IntRange(min = 1, max = 94) int shift) {
        for (String name : new String[] {"host", "x-amz-meta-a", "x-amz-date", "x-amz-content-sha256"}) {
            for (String value : Examples.mutationsOf(SIGNED.header(name), shift)) {
                assertThat(Examples.isAccepted(SIGNED.replacing(name, value)))
                        .as(name + ": " + value)
                        .isFalse();
            }
        }
    }

    @Property(tries = 50)
    void otherMethodIsRefused(@ForAll("methods") String method) {
        assertThat(Examples.isAccepted(SIGNED.withMethod(method))).isFalse();
        assertThat(Examples.isAccepted(PRESIGNED.withMethod(method))).isFalse();
    }

    @Provide
    Arbitrary<String> methods() {
        return Arbitraries.of("PUT", "POST", "DELETE", "HEAD", "OPTIONS", "get", "GET ", "");
    }

    private static String canonicalQuery(String rawQuery) {
        ByteBuilder out = new ByteBuilder();
        CanonicalQuery.parse(rawQuery).writeTo(out);
        return out.toString();
    }

    private static String signatureOf(String rawQuery) {
        String signature = CanonicalQuery.parse(rawQuery).first(CanonicalQuery.SIGNATURE);
        return signature == null ? "" : signature;
    }
}
