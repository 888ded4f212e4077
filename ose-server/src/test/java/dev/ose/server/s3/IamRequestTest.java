package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.ose.server.http.WireClient;
import dev.ose.server.runtime.telemetry.RequestSummary;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Routing and authentication of requests to IAM and STS. */
@Timeout(60)
class IamRequestTest {

    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(request -> request.answer(new byte[0]));
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private WireClient.Answer send(String request) throws IOException {
        try (WireClient client = edge.connect()) {
            client.send(request);
            return client.answer();
        }
    }

    private static String unsigned(int length, String body) {
        return String.join(
                "\r\n",
                "POST / HTTP/1.1",
                "Host: a",
                "Content-Length: " + length,
                "Content-Type: application/x-www-form-urlencoded",
                "",
                body);
    }

    @Test
    void aSignedFormIsPerformedForItsSigner() throws IOException {
        WireClient.Answer sts = send(edge.signedForm("sts", S3TestServer.ALICE, "Action=GetCallerIdentity"));
        WireClient.Answer iam =
                send(edge.signedForm("iam", S3TestServer.EVE, "Action=ListAccessKeys&Version=2010-05-08"));

        assertThat(sts.status()).isEqualTo(200);
        assertThat(sts.body()).isEqualTo("<Called>ALICEKEY called sts GetCallerIdentity</Called>");
        assertThat(iam.body()).isEqualTo("<Called>EVEKEY called iam ListAccessKeys</Called>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void anotherBodyThanTheSignedOneIsRefused() throws IOException {
        String signed = edge.signedForm("iam", S3TestServer.ALICE, "Action=ListUsers");

        WireClient.Answer answer = send(signed.replace("Action=ListUsers", "Action=Deletions"));

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("<Code>SignatureDoesNotMatch</Code>").contains("<ErrorResponse");
    }

    @Test
    void aSignatureForS3IsNoneForIam() throws IOException {
        assertThat(send(edge.signedForm("s3", S3TestServer.ALICE, "Action=ListUsers"))
                        .body())
                .doesNotContain("<Called>");
        assertThat(send(edge.signedForm("ec2", S3TestServer.ALICE, "Action=ListUsers"))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void strangersAndDisabledCallersAreRefused() throws IOException {
        WireClient.Answer unsigned = send(unsigned(16, "Action=ListUsers"));
        WireClient.Answer disabled = send(edge.signedForm("iam", S3TestServer.DISABLED, "Action=ListUsers"));
        WireClient.Answer unknown = send(edge.signedForm("iam", "NOBODY", "Action=ListUsers"));

        assertThat(unsigned.status()).isEqualTo(403);
        assertThat(unsigned.body()).contains("<Code>AccessDenied</Code>");
        assertThat(disabled.body()).doesNotContain("<Called>").contains("<ErrorResponse");
        assertThat(unknown.body()).contains("<Code>InvalidClientTokenId</Code>");
    }

    @Test
    void aFormThatIsTooLargeIsRefusedUnread() throws IOException {
        WireClient.Answer answer = send(unsigned(1_000_000, ""));

        assertThat(answer.status()).isEqualTo(413);
    }

    @Test
    void whatWasAskedForAndWhyItWasRefusedIsRecorded() throws IOException {
        send(edge.signedForm("sts", S3TestServer.ALICE, "Action=GetCallerIdentity"));
        send(unsigned(16, "Action=ListUsers"));

        await().atMost(Duration.ofMinutes(1)).until(() -> edge.summaries.size() >= 2);
        assertThat(edge.summaries)
                .extracting(RequestSummary::operation, RequestSummary::failure)
                .containsExactlyInAnyOrder(tuple("GetCallerIdentity", null), tuple("Unknown", "AccessDenied"));
    }
}
