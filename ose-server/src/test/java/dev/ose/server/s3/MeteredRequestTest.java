package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.accounting.metering.Category;
import dev.ose.server.accounting.metering.Metered;
import dev.ose.server.accounting.metering.MeteredAccount;
import dev.ose.server.accounting.metering.MeteredHour;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests are metered on the right account. */
class MeteredRequestTest {

    @Test
    void requestIsOnTheAccountOfItsKeyAndBucketWithTheBytesOfBothBodies() throws IOException {
        try (S3TestServer edge = new S3TestServer(
                request -> request.answer("200 OK", "", "hello".getBytes(StandardCharsets.US_ASCII)))) {
            edge.call(S3TestServer.ALICE, "GET", "/photos/k", "");

            MeteredHour read = edge.metered(1).getFirst();
            assertThat(read.line().account().bucket()).isEqualTo("photos");
            assertThat(read.line().account().user()).isNotEqualTo(MeteredAccount.ANONYMOUS);
            assertThat(read.line().category()).isEqualTo(Category.READ);
            assertThat(read.metered()).isEqualTo(new Metered(1, 0, 5));
        }
    }

    @Test
    void uploadedBytesAreCountedAsTheyCame() throws IOException {
        try (S3TestServer edge =
                new S3TestServer(request -> request.answer("200 OK", "ETag: \"e\"\r\n", new byte[0]))) {
            edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "twelve bytes");

            assertThat(edge.metered(1)).singleElement().satisfies(it -> assertThat(it.metered())
                    .isEqualTo(new Metered(1, 12, 0)));
        }
    }

    @Test
    void bucketOfAnotherTenantLeavesNoTrace() throws IOException {
        try (S3TestServer edge = new S3TestServer(request -> request.answer(new byte[0]))) {
            edge.call(S3TestServer.ALICE, "GET", "/loot/k", "");
            edge.call(S3TestServer.ALICE, "GET", "/made-up/k", "");

            assertThat(edge.metered(2))
                    .extracting(it -> it.line().account().bucket())
                    .containsOnly("");
        }
    }

    @Test
    void requestWithoutAKeyIsOnItsBucketsAccount() throws IOException {
        try (S3TestServer edge = new S3TestServer(request -> request.answer("200 OK", "", new byte[3]))) {
            try (var client = edge.connect()) {
                client.send("GET /photos/k HTTP/1.1\r\nHost: 127.0.0.1:" + edge.port() + "\r\n\r\n");
                client.answer();
            }

            assertThat(edge.metered(1)).singleElement().satisfies(it -> {
                assertThat(it.line().account().bucket()).isEqualTo("photos");
                assertThat(it.line().account().user()).isEqualTo(MeteredAccount.ANONYMOUS);
                assertThat(it.metered().bytesOut()).isEqualTo(3);
            });
        }
    }

    @Test
    void wrongKeyAndInternalFailureAreNotMetered() throws IOException {
        try (S3TestServer edge = new S3TestServer(request -> request.answer("200 OK", "", new byte[0]))) {
            edge.call("UNKNOWNKEY", "GET", "/photos/k", "");
            edge.databaseGone = true;
            edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "x");
            edge.databaseGone = false;
            edge.call(S3TestServer.ALICE, "GET", "/photos/k", "");

            assertThat(edge.metered(1))
                    .singleElement()
                    .satisfies(it -> assertThat(it.line().category()).isEqualTo(Category.READ));
        }
    }

    @Test
    void callsOfIamAndStsAreOnTheAccountOfTheirCaller() throws IOException {
        try (S3TestServer edge = new S3TestServer(request -> false)) {
            for (String service : List.of("iam", "sts")) {
                try (WireClient client = edge.connect()) {
                    client.send(edge.signedForm(
                            service, S3TestServer.ALICE, "Action=GetCallerIdentity&Version=2011-06-15"));
                    assertThat(client.answer().status()).isEqualTo(200);
                }
            }

            assertThat(edge.metered(2))
                    .allSatisfy(it -> assertThat(it.line().account().bucket()).isEmpty())
                    .extracting(it -> it.line().category())
                    .containsExactlyInAnyOrder(Category.IAM, Category.STS);
        }
    }
}
