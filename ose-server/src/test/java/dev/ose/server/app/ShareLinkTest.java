package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.BearerDigest;
import dev.ose.server.admin.access.link.ShareLinkStore;
import dev.ose.server.database.Database;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links by which users share objects: how they are redeemed, and what ends them. */
@Timeout(120)
class ShareLinkTest extends OnSharedLinks {

    @Test
    void pageUsesNothingUpAndItsFormSendsTheBrowserToS3() throws Exception {
        Shared link = shared("");

        HttpResponse<String> page = get(link.url());
        HttpResponse<String> answer = redeem(link.url(), "");

        assertThat(link.url()).matches("http://127\\.0\\.0\\.1:\\d+/s/[A-Za-z0-9_-]{43}");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("report.html", "method=\"post\"").doesNotContain("<script", WORD);
        String object = target(answer);
        HttpResponse<String> bytes = get(object);
        assertThat(object).startsWith("http://localhost:").contains("X-Amz-Expires=60");
        assertThat(bytes.body()).isEqualTo("<script>");
        assertThat(bytes.headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=\"report.html\"; filename*=UTF-8''report.html");
        assertThat(bytes.headers().firstValue("Cache-Control")).contains("private, no-store");
        assertThat(shown(link).get("uses").asLong()).isOne();
    }

    @Test
    void answersAreForNoFrameNoCacheAndNoReferrer() throws Exception {
        Shared link = shared("");

        for (HttpResponse<String> answer : List.of(get(link.url()), get(link.url() + 'x'), redeem(link.url(), ""))) {
            assertThat(answer.headers().firstValue("Referrer-Policy")).contains("no-referrer");
            assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
            assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
                    .contains("default-src 'none'", "frame-ancestors 'none'")
                    .doesNotContain("script-src", "unsafe");
            assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
        }
        assertThat(get(link.url())
                        .headers()
                        .firstValue("Content-Security-Policy")
                        .orElseThrow())
                .contains("form-action 'self' http://localhost:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b/\u00fc&?#+%'<i>.html", "\u65e5\u672c", "folder/"})
    void nameOfTheFileIsText(String key) throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = ann.bucket();
        node.send(HttpRequest.newBuilder(URI.create(presigned(ann, bucket, key)))
                .PUT(HttpRequest.BodyPublishers.ofString("content")));

        Shared link = shared(ann, bucket, key, "");

        assertThat(get(link.url()).body()).doesNotContain("<i>");
        assertThat(get(target(redeem(link.url(), ""))).body()).isEqualTo("content");
    }

    @Test
    void nameOfTheFileDoesNotMislead() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = ann.bucket();
        String key = "invoice\\u202Efdp\\u0007.exe";
        node.send(HttpRequest.newBuilder(URI.create(presigned(ann, bucket, key)))
                .PUT(HttpRequest.BodyPublishers.ofString("content")));

        Shared link = shared(ann, bucket, key, "");

        assertThat(get(link.url()).body()).contains("<bdi>invoice[U+202E]fdp\u2407.exe</bdi>");
        assertThat(get(target(redeem(link.url(), ""))).headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=\"invoice_fdp_.exe\"; filename*=UTF-8''invoice_fdp_.exe");
    }

    private static String presigned(SignedInUser user, String bucket, String key) throws Exception {
        HttpResponse<String> answer = user.browser()
                .send(
                        "POST",
                        "/api/v1/admin/me/presign",
                        "{\"method\":\"PUT\",\"bucket\":\"" + bucket + "\",\"key\":\"" + key + "\",\"expiresIn\":60}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminNode.json(answer).get("url").asString();
    }

    @Test
    void passwordIsAskedForBeforeAnythingIsShownOrCounted() throws Exception {
        Shared link = shared(",\"password\":\"" + WORD + "\",\"maximumUses\":1");

        assertThat(get(link.url()).body()).contains("type=\"password\"").doesNotContain("report");
        HttpResponse<String> wrong = redeem(link.url(), word("another word"));
        assertThat(wrong.statusCode()).isEqualTo(403);
        assertThat(wrong.body()).contains("The password is wrong.").doesNotContain("report", "another word");
        assertThat(redeem(link.url(), "").statusCode()).isEqualTo(403);
        assertThat(shown(link).get("uses").asLong()).isZero();
        assertThat(get(target(redeem(link.url(), word(WORD)))).statusCode()).isEqualTo(200);
    }

    @Test
    void guessesAtALinkAreSlowedDown() throws Exception {
        Shared link = shared(",\"password\":\"" + WORD + '"');
        Shared other = shared(",\"password\":\"" + WORD + '"');
        for (int i = 0; i < 5; i++) {
            assertThat(redeem(link.url(), word("guess " + i)).statusCode()).isEqualTo(403);
        }

        HttpResponse<String> refused = redeem(link.url(), word(WORD));

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(Long.parseLong(refused.headers().firstValue("Retry-After").orElseThrow()))
                .isPositive();
        target(redeem(other.url(), word(WORD)));
        requireUnavailable(other.url() + 'x');
    }

    /** A password longer than any is not compared, and counts as a guess all the same. */
    @Test
    void guessesThatAreTooLongAreSlowedDown() throws Exception {
        Shared link = shared(",\"password\":\"" + WORD + '"');
        for (int i = 0; i < 5; i++) {
            assertThat(redeem(link.url(), word("x".repeat(300))).statusCode()).isEqualTo(403);
        }

        assertThat(redeem(link.url(), word(WORD)).statusCode()).isEqualTo(429);
    }

    @Test
    void linkThatEndedLooksLikeNone() throws Exception {
        Shared revoked = shared("");
        Shared expired = shared(",\"password\":\"" + WORD + '"');
        Shared exhausted = shared(",\"maximumUses\":1");
        target(redeem(exhausted.url(), ""));

        assertThat(revoked.user().browser().send("DELETE", revoked.path(), "").statusCode())
                .isEqualTo(204);
        node.database().update("UPDATE share_link SET expires_at = now() WHERE id = ?", UUID.fromString(expired.id()));

        for (Shared link : List.of(revoked, expired, exhausted)) {
            requireUnavailable(link.url());
            assertThat(get(link.url()).statusCode()).isEqualTo(404);
        }
        assertThat(List.of(state(revoked), state(expired), state(exhausted)))
                .containsExactly("REVOKED", "EXPIRED", "EXHAUSTED");
    }

    private String state(Shared link) throws Exception {
        return shown(link).at("/validity/state").asString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"user", "tenant", "policy", "object", "bucket", "new bucket", "owner"})
    void linkIsWorthWhatItsUserMayReadThen(String what) throws Exception {
        Shared link = shared("");
        SignedInUser ann = link.user();
        target(redeem(link.url(), ""));

        switch (what) {
            case "user" ->
                assertThat(node.post(ann.path() + "/disable", "").statusCode()).isLessThan(300);
            case "tenant" ->
                assertThat(node.post(ann.tenant() + "/disable", "").statusCode())
                        .isLessThan(300);
            case "owner" -> {
                SignedInUser bob = ann.colleague("bob", "TENANT_USER");
                HttpResponse<String> transfer = node.send(
                        "PUT",
                        ann.tenant() + "/buckets/" + link.bucket() + "/owner",
                        "{\"user\":\"" + bob.id() + "\"}",
                        node.admin());
                assertThat(transfer.statusCode()).as(transfer.body()).isEqualTo(204);
            }
            case "policy" -> attach(ann, "none", deny("s3:GetObject", "*"));
            default -> {
                ann.ok("DELETE", '/' + link.bucket() + "/a/report.html", "");
                if (!what.equals("object")) {
                    ann.ok("DELETE", '/' + link.bucket(), "");
                }
                if (what.equals("new bucket")) {
                    ann.ok("PUT", '/' + link.bucket(), "");
                    ann.ok("PUT", '/' + link.bucket() + "/a/report.html", "of another life");
                }
            }
        }

        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> requireUnavailable(link.url()));
        HttpResponse<String> page = get(link.url());
        assertThat(page.statusCode()).isEqualTo(404);
        assertThat(page.body()).doesNotContain("report");
    }

    @Test
    void lastDownloadIsBegunOnce() throws Exception {
        Shared link = shared(",\"maximumUses\":3");
        int callers = 12;
        CountDownLatch ready = new CountDownLatch(callers);

        List<Integer> statuses = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(callers)) {
            List<Future<Integer>> answers = IntStream.range(0, callers)
                    .mapToObj(i -> threads.submit(() -> {
                        ready.countDown();
                        ready.await();
                        return redeem(link.url(), "").statusCode();
                    }))
                    .toList();
            for (Future<Integer> answer : answers) {
                statuses.add(answer.get());
            }
        }

        assertThat(statuses.stream().filter(status -> status == 303)).hasSize(3);
        assertThat(statuses.stream().filter(status -> status == 404)).hasSize(callers - 3);
        assertThat(shown(link).get("uses").asLong()).isEqualTo(3);
    }

    /** A use that has found the link good waits for the revocation, and counts for nothing after it. */
    @Test
    void useBesideARevocationDoesNotCountAfterIt() throws Exception {
        Shared link = shared("");
        ShareLinkStore store = node.bean(ShareLinkStore.class);
        String bearer = link.url().substring(link.url().length() - 43);
        ShareLinkStore.Shown found =
                store.find(BearerDigest.of(Secret.of(bearer))).orElseThrow();

        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<Boolean> use = node.database().transact(connection -> {
                Database.update(
                        connection,
                        "UPDATE share_link SET revoked_at = now() WHERE id = ?",
                        UUID.fromString(link.id()));
                Future<Boolean> begun =
                        threads.submit(() -> store.use(found.link().id()));
                waitForLock();
                return begun;
            });
            assertThat(use.get()).isFalse();
        }

        assertThat(shown(link).get("uses").asLong()).isZero();
    }

    private void waitForLock() {
        await().atMost(Duration.ofSeconds(20)).until(() -> node.database()
                .first(
                        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                + " AND query LIKE 'UPDATE share_link SET uses%'",
                        row -> row.getInt(1))
                .isPresent());
    }

    @Test
    void versionIsTheOneOfTheLink() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = ann.bucket();
        ann.ok("PUT", '/' + bucket + "?versioning", """
                <VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>""");
        String version = ann.send("PUT", '/' + bucket + "/key", "first")
                .headers()
                .firstValue("x-amz-version-id")
                .orElseThrow();
        ann.ok("PUT", '/' + bucket + "/key", "second");

        Shared fixed = shared(ann, bucket, "key", ",\"versionId\":\"" + version + '"');
        Shared current = shared(ann, bucket, "key", "");

        assertThat(get(target(redeem(fixed.url(), ""))).body()).isEqualTo("first");
        assertThat(get(target(redeem(current.url(), ""))).body()).isEqualTo("second");
    }
}
