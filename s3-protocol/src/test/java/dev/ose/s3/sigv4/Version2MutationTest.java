package dev.ose.s3.sigv4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.AuthenticationClaim.Version2;
import dev.ose.testkit.Version2Signature;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** No other byte in the place of any one byte of what a signature of Version 2 covers. */
class Version2MutationTest {

    private static final byte[] KEY = Examples.PUBLISHED_KEY.getBytes(StandardCharsets.US_ASCII);
    private static final Instant NOW = Instant.parse("2007-03-27T21:00:00Z");
    private static final String DATE = "Tue, 27 Mar 2007 21:00:00 GMT";
    private static final String QUERY = "acl&response-content-type=a%20b&versionId=v1";
    private static final WireRequest PLAIN = WireRequest.of("GET", "/b/a%2Fb+~k", QUERY, "Host", "h")
            .with("Content-MD5", "4gJE4saaMU4BqNR0kLY+lw==")
            .with("Content-Type", "text/plain")
            .with("x-amz-meta-a", "v");
    private static final String RESOURCE = "x-amz-meta-a:v\n/b/a%2Fb+~k?acl&response-content-type=a b&versionId=v1";
    private static final WireRequest SIGNED =
            PLAIN.with("Date", DATE).with("Authorization", "AWS " + Examples.ACCESS_KEY + ':' + signature(DATE));
    private static final WireRequest LINK = PLAIN.withQuery(QUERY + "&AWSAccessKeyId=" + Examples.ACCESS_KEY
            + "&Expires=1175139620&Signature=" + CanonicalUri.encode(signature("1175139620")));

    private static String signature(String date) {
        return Version2Signature.of(KEY, "GET\n4gJE4saaMU4BqNR0kLY+lw==\ntext/plain\n" + date + '\n' + RESOURCE);
    }

    private static boolean isAccepted(WireRequest request) {
        return SigV4Parser.parse(request) instanceof Version2 place
                && Version2Claim.read(place, request, null, NOW) instanceof Version2Claim.Signed claim
                && claim.accessKey().equals(Examples.ACCESS_KEY)
                && claim.verify(KEY).isEmpty();
    }

    @Example
    void whatWasSignedIsAccepted() {
        assertThat(isAccepted(SIGNED)).isTrue();
        assertThat(isAccepted(LINK)).isTrue();
        assertThat(isAccepted(SIGNED.withMethod("PUT"))).isFalse();
        assertThat(isAccepted(LINK.withMethod("DELETE"))).isFalse();
    }

    @Property(tries = 94)
    void pathWithAnotherByteIsRefused(@ForAll @IntRange(min = 1, max = 94) int shift) {
        for (String path : Examples.mutationsOf(PLAIN.rawPath(), shift)) {
            assertThat(isAccepted(SIGNED.withPath(path))).as(path).isFalse();
            assertThat(isAccepted(LINK.withPath(path))).as(path).isFalse();
        }
    }

    @Property(tries = 94)
    void queryWithAnotherByteIsRefused(@ForAll @IntRange(min = 1, max = 94) int shift) {
        for (String query : Examples.mutationsOf(LINK.rawQuery(), shift)) {
            if (!isSame(query, LINK.rawQuery())) {
                assertThat(isAccepted(LINK.withQuery(query))).as(query).isFalse();
            }
        }
        for (String query : Examples.mutationsOf(QUERY, shift)) {
            if (!isSame(query, QUERY)) {
                assertThat(isAccepted(SIGNED.withQuery(query))).as(query).isFalse();
            }
        }
    }

    @Property(tries = 94)
    void headerWithAnotherByteIsRefused(@ForAll @IntRange(min = 1, max = 94) int shift) {
        for (String name : new String[] {"Content-MD5", "Content-Type", "x-amz-meta-a", "Date", "Authorization"}) {
            for (String value : Examples.mutationsOf(SIGNED.header(name), shift)) {
                boolean isSame = value.strip().equals(SIGNED.header(name));
                assertThat(isAccepted(SIGNED.replacing(name, value)))
                        .as(name + ": " + value)
                        .isEqualTo(isSame);
            }
        }
    }

    /** Whether they are equivalent: hexadecimal digits in lower case, an empty value, an empty parameter. */
    private static boolean isSame(String query, String other) {
        return decoded(query).equals(decoded(other));
    }

    private static String decoded(String query) {
        StringBuilder text = new StringBuilder();
        CanonicalQuery.parse(query)
                .forEachDecoded((name, value) ->
                        text.append(name).append('=').append(value).append('\n'));
        return text.toString();
    }
}
