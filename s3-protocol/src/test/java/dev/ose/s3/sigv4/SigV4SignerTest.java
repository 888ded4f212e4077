package dev.ose.s3.sigv4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ose.s3.sigv4.AuthenticationClaim.PresignedClaim;
import dev.ose.s3.sigv4.Verification.Verified;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SigV4SignerTest {

    private static final SigV4Signer SIGNER = new SigV4Signer();
    private static final WireRequest PLAIN = WireRequest.of(
            "PUT",
            "/b/k=%2f",
            "x=1&acl",
            "Host",
            Examples.HOST,
            "Content-Type",
            "text/plain",
            "Content-MD5",
            "",
            "X-Amz-Meta-A",
            " two  spaces ",
            "x-amz-meta-a",
            "again",
            "If-None-Match",
            "*");

    private static String presign(WireRequest request, Duration lifetime, @Nullable SessionToken session) {
        return SIGNER.presign(
                Examples.outgoing(request, Examples.EMPTY_SHA256),
                Examples.ACCESS_KEY,
                Examples.KEY,
                Examples.TIME,
                lifetime,
                session);
    }

    @Test
    void hostAmzHeadersContentTypeAndDigestAreSigned() {
        WireRequest signed = Examples.signed(PLAIN, "UNSIGNED-PAYLOAD");

        assertThat(Examples.claimOf(signed).signedHeaders().names())
                .containsExactly(
                        "content-md5", "content-type", "host", "x-amz-content-sha256", "x-amz-date", "x-amz-meta-a");
        assertThat(Examples.verify(signed)).isInstanceOf(Verified.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "X-Amz-Date", "x-amz-content-sha256"})
    void headerThatTheSignerSetsIsABug(String name) {
        OutgoingRequest request = Examples.outgoing(PLAIN.with(name, "x"), "UNSIGNED-PAYLOAD");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SIGNER.sign(request, Examples.ACCESS_KEY, Examples.KEY, Examples.TIME));
    }

    @Test
    void keyOfAnotherDayIsABug() {
        OutgoingRequest request = Examples.outgoing(PLAIN, "UNSIGNED-PAYLOAD");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SIGNER.sign(
                        request, Examples.ACCESS_KEY, Examples.KEY, Examples.TIME.plus(Duration.ofDays(1))));
    }

    @Test
    void presignedRequestBindsBodyAndSession() {
        WireRequest request = PLAIN.withQuery(presign(PLAIN, Duration.ofDays(7), new SessionToken("to/ken+=")));

        PresignedClaim claim = (PresignedClaim) Examples.claimOf(request);

        assertThat(Examples.isAccepted(request)).isTrue();
        assertThat(claim.payloadHash()).isEqualTo(new PayloadHash.Digest(Examples.EMPTY_SHA256));
        assertThat(claim.session()).isEqualTo(new SessionToken("to/ken+="));
        assertThat(request.rawQuery()).startsWith("x=1&acl&X-Amz-Algorithm=");
    }

    @Test
    void presignedLifetimeIsBounded() {
        assertThatIllegalArgumentException().isThrownBy(() -> presign(PLAIN, Duration.ofMillis(999), null));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> presign(PLAIN, Duration.ofDays(7).plusSeconds(1), null));
    }

    @Test
    void signerAndVerifierServeAllThreadsAtOnce() throws Exception {
        try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
                ExecutorService platform = Executors.newFixedThreadPool(4)) {
            List<Future<Boolean>> results = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                WireRequest request = PLAIN.withPath("/b/" + i);
                results.add((i % 2 == 0 ? virtual : platform)
                        .submit(() -> Examples.isAccepted(Examples.signed(request, "UNSIGNED-PAYLOAD"))));
            }

            for (Future<Boolean> result : results) {
                assertThat(result.get()).isTrue();
            }
        }
    }
}
