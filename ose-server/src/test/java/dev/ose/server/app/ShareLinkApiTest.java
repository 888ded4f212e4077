package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.BearerDigest;
import dev.ose.server.admin.access.link.ShareLink;
import dev.ose.server.admin.access.link.ShareLinkStore;
import dev.ose.server.runtime.failure.FailureException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Links by which users share objects, in the admin API and in the audit log. */
@Timeout(120)
class ShareLinkApiTest extends OnSharedLinks {

    @Test
    void tokenIsKeptAsADigestAndShownOnce() throws Exception {
        Shared link = shared(",\"password\":\"" + WORD + '"');
        String bearer = link.url().substring(link.url().length() - 43);

        assertThat(node.get(link.path()).body()).doesNotContain(bearer, "argon2");
        assertThat(node.get(link.user().tenant() + "/links").body()).doesNotContain(bearer, "argon2");
        assertThat(node.database().all("SELECT l::text FROM share_link l", row -> row.getString(1)))
                .anyMatch(row -> row.contains(BearerDigest.of(Secret.of(bearer))) && row.contains("$argon2id$"))
                .noneMatch(row -> row.contains(bearer) || row.contains(WORD));
    }

    @Test
    void usersSeeTheirOwnLinksAdministratorsThoseOfTheTenantAndOthersNone() throws Exception {
        Shared link = shared("");
        SignedInUser ann = link.user();
        SignedInUser bob = ann.colleague("bob", "TENANT_USER");
        SignedInUser ada = ann.colleague("ada", "TENANT_ADMIN");
        SignedInUser stranger = SignedInUser.ofNewTenant(node);
        String list = ann.tenant() + "/links";

        assertThat(ann.browser().send("GET", list, "").body()).contains(link.id());
        assertThat(ada.browser().send("GET", list, "").body()).contains(link.id());
        assertThat(node.get(list + "?filter=state==ACTIVE;user==ann").body()).contains(link.id());
        assertThat(node.get(list + "?filter=state==REVOKED").body()).doesNotContain(link.id());
        assertThat(bob.browser().send("GET", list, "").body()).doesNotContain(link.id());
        assertThat(stranger.browser().send("GET", list, "").statusCode()).isEqualTo(404);
        for (SignedInUser other : List.of(bob, stranger)) {
            assertThat(other.browser().send("GET", link.path(), "").statusCode())
                    .isEqualTo(404);
            assertThat(other.browser().send("DELETE", link.path(), "").statusCode())
                    .isEqualTo(404);
        }
        assertThat(stranger.browser()
                        .send("DELETE", stranger.tenant() + "/links/" + link.id(), "")
                        .statusCode())
                .isEqualTo(404);
        target(redeem(link.url(), ""));

        assertThat(ada.browser().send("DELETE", link.path(), "").statusCode()).isEqualTo(204);
        requireUnavailable(link.url());
    }

    @Test
    void providerRevokesAndCreatesNone() throws Exception {
        Shared link = shared("");

        assertThat(node.post(link.user().tenant() + "/links", wanted(link.bucket(), "a/report.html", ""))
                        .statusCode())
                .isEqualTo(403);
        assertThat(node.send("DELETE", link.path(), "", node.admin()).statusCode())
                .isEqualTo(204);
        requireUnavailable(link.url());
    }

    @Test
    void providerThatATenantDoesNotAdmitSeesNoKeysAndRevokes() throws Exception {
        Shared link = shared("");
        SignedInUser ada = link.user().colleague("ada", "TENANT_ADMIN");
        HttpResponse<String> closed =
                ada.browser().send("PUT", ada.tenant() + "/provider-access", "{\"access\":\"DISALLOW\"}");
        assertThat(closed.statusCode()).as(closed.body()).isEqualTo(200);

        assertThat(node.get(link.user().tenant() + "/links").statusCode()).isEqualTo(403);
        assertThat(node.get(link.path()).statusCode()).isEqualTo(403);
        assertThat(ada.browser().send("GET", link.path(), "").statusCode()).isEqualTo(200);
        assertThat(node.send("DELETE", link.path(), "", node.admin()).statusCode())
                .isEqualTo(204);
        requireUnavailable(link.url());
    }

    @Test
    void noLinkIsCreatedToWhatItsUserDoesNotRead() throws Exception {
        Shared link = shared("");
        SignedInUser colleague = link.user().colleague("bob", "TENANT_ADMIN");
        SignedInUser stranger = SignedInUser.ofNewTenant(node);

        for (SignedInUser other : List.of(colleague, stranger)) {
            assertThat(create(other, wanted(link.bucket(), "a/report.html", "")).statusCode())
                    .isEqualTo(404);
        }
        assertThat(create(link.user(), wanted(link.bucket(), "missing", "")).statusCode())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded; charset=none | password=a%20word%20for%20friends | 303",
                "application/x-www-form-urlencoded; charset=\" | password=a%20word%20for%20friends | 303",
                "application/x-www-form-urlencoded | a=b&password=a+word%20for+friends&password= | 303",
                "application/x-www-form-urlencoded | password=100%secret | 403",
                "application/x-www-form-urlencoded | password=%ff%fesecret | 403",
                "multipart/form-data | secret | 403",
                "none | secret | 403"
            })
    void oddFormsFailOnlyAsWrongPasswordsAndAreInNoLog(String type, String form, int status) throws Exception {
        Shared link = shared(",\"password\":\"" + WORD + '"');
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        lines.start();
        logger.addAppender(lines);

        HttpResponse<String> answer;
        try {
            answer = node.send(HttpRequest.newBuilder(URI.create(link.url() + "?password=" + WORD.replace(' ', '+')))
                    .header("Content-Type", type)
                    .POST(HttpRequest.BodyPublishers.ofString(form)));
        } finally {
            logger.detachAppender(lines);
        }

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        String bearer = link.url().substring(link.url().length() - 43);
        assertThat(List.copyOf(lines.list))
                .noneMatch(it -> it.getLevel() == Level.ERROR)
                .noneMatch(it -> it.getFormattedMessage().contains(bearer))
                .noneMatch(it -> it.getFormattedMessage().contains("secret"));
    }

    /** An unknown charset fails before any controller answers. */
    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void failureIsLoggedWithoutTheTokenAndNotShown(String method) throws Exception {
        Shared link = shared("");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        lines.start();
        logger.addAppender(lines);

        HttpResponse<String> answer;
        try {
            answer = node.send(HttpRequest.newBuilder(URI.create(link.url().replace("/s/", "/s/x")))
                    .header("Content-Type", "text/plain; charset=\"")
                    .method(method, HttpRequest.BodyPublishers.ofString("")));
        } finally {
            logger.detachAppender(lines);
        }

        String bearer = link.url().substring(link.url().length() - 43);
        assertThat(answer.body()).doesNotContain("Exception", "dev.ose", bearer);
        assertThat(List.copyOf(lines.list))
                .noneMatch(it -> it.getFormattedMessage().contains(bearer));
    }

    /** The bucket has its name in the body alone. */
    @Test
    void policiesOfItsUserDecideAboutTheBucketOfALink() throws Exception {
        Shared link = shared("");
        SignedInUser ann = link.user();
        String wanted = wanted(link.bucket(), "a/report.html", "");
        attach(ann, "all", allow("*", "*"));
        assertThat(create(ann, wanted).statusCode()).isEqualTo(201);

        attach(ann, "not-this", deny("ose:CreateShareLink", "arn:aws:s3:::" + link.bucket()));
        HttpResponse<String> refused = create(ann, wanted);

        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
        assertThat(entry(refused)).contains("\"CreateShareLink\"", link.bucket());
        attach(ann, "not-this", allow("ose:CreateShareLink", "arn:aws:s3:::" + link.bucket()));
        attach(ann, "all", allow("s3:*", "*"));
        assertThat(create(ann, wanted).statusCode()).isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/s/", "/%73/", "//s//", "/s%2f", "/%2Fs/", "/./s/", "/x/../s/", "/s;x/"})
    void accessLogHasNoToken(String path) throws Exception {
        Shared link = shared("");
        String bearer = link.url().substring(link.url().length() - 43);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger("dev.ose.access.admin");
        lines.start();
        logger.addAppender(lines);

        try {
            get(link.url().replace("/s/", path));
            get(link.url().replace("/s/", path) + "/more");

            // The line is written once the answer is.
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> new ArrayList<>(lines.list)
                                    .stream()
                                            .filter(it ->
                                                    it.getFormattedMessage().contains("\"GET " + path + "***\""))
                                            .count()
                            == 2);
        } finally {
            logger.detachAppender(lines);
        }

        assertThat(lines.list).noneMatch(it -> it.getFormattedMessage().contains(bearer));
    }

    @Test
    void auditLogSaysWhatBecameOfALinkAndHasNoToken() throws Exception {
        Shared link = shared(",\"maximumUses\":1");
        HttpResponse<String> used = redeem(link.url(), "");
        HttpResponse<String> refused = redeem(link.url(), "");
        String bearer = link.url().substring(link.url().length() - 43);
        HttpResponse<String> mistaken =
                link.user().browser().send("DELETE", link.user().tenant() + "/links/" + bearer, "");

        assertThat(entry(used)).contains("\"RedeemShareLink\"", link.bucket(), link.id(), "303");
        assertThat(entry(refused)).contains("\"RedeemShareLink\"", link.id() + " exhausted", "404");
        assertThat(entry(mistaken)).contains("\"RevokeShareLink\"").doesNotContain(bearer);
        assertThat(node.get(link.user().tenant() + "/links").body()).contains("EXHAUSTED");
        assertThat(node.database().all("SELECT a::text FROM audit_entry a", row -> row.getString(1)))
                .noneMatch(row -> row.contains(bearer))
                .anyMatch(row -> row.contains("CreateShareLink") && row.contains(link.id() + " a/report.html"));
    }

    @Test
    void callsWithoutALoginDoNotFillTheAuditLog() throws Exception {
        Shared endless = shared("");
        Shared guarded = shared(",\"password\":\"" + WORD + '"');
        Shared revoked = shared("");
        revoked.user().browser().send("DELETE", revoked.path(), "");

        for (int i = 0; i < 20; i++) {
            redeem(endless.url(), "");
            redeem(guarded.url(), word("guess " + i));
            redeem(revoked.url(), "");
        }

        assertThat(redemptions(endless)).containsExactly(endless.id());
        assertThat(shown(endless).get("uses").asLong()).isEqualTo(20);
        assertThat(redemptions(revoked)).containsExactly(revoked.id() + " revoked");
        assertThat(redemptions(guarded))
                .filteredOn(it -> it.equals(guarded.id() + " throttled"))
                .hasSize(1);
        assertThat(redemptions(guarded))
                .filteredOn(it -> it.equals(guarded.id() + " wrong password"))
                .hasSizeBetween(5, 8);
    }

    @Test
    void tokensOfNoLinkAreRecordedOnceInAWhile() throws Exception {
        String url = shared("").url();
        String unknown = url.substring(0, url.length() - 43);
        redeem(unknown + "y".repeat(43), "");
        long before = redemptions().stream().filter(String::isEmpty).count();

        for (int i = 0; i < 10; i++) {
            assertThat(redeem(unknown + Integer.toString(i).repeat(43), "").statusCode())
                    .isEqualTo(404);
        }

        assertThat(redemptions().stream().filter(String::isEmpty)).hasSize((int) before);
    }

    private List<String> redemptions(Shared link) throws Exception {
        return redemptions().stream().filter(it -> it.startsWith(link.id())).toList();
    }

    /** The subjects of all entries. */
    private List<String> redemptions() throws Exception {
        return node.database()
                .all("SELECT subject FROM audit_entry WHERE operation = 'RedeemShareLink'", row -> row.getString(1));
    }

    @Test
    void linksThatEndedDoNotCountAgainstTheLimit() throws Exception {
        Shared revoked = shared("");
        SignedInUser ann = revoked.user();
        Shared expired = shared(ann, revoked.bucket(), "a/report.html", "");
        Shared exhausted = shared(ann, revoked.bucket(), "a/report.html", ",\"maximumUses\":1");
        ShareLinkStore store = node.bean(ShareLinkStore.class);
        ShareLink link = found(store, exhausted);
        ShareLinkStore.Draft draft =
                new ShareLinkStore.Draft(link.object(), link.terms().expiresAt(), null, null);
        ShareLinkStore.Owner owner = new ShareLinkStore.Owner(link.tenant(), link.user());
        assertThatThrownBy(() -> store.add(owner, "0".repeat(64), draft, 3)).isInstanceOf(FailureException.class);

        ann.browser().send("DELETE", revoked.path(), "");
        node.database().update("UPDATE share_link SET expires_at = now() WHERE id = ?", UUID.fromString(expired.id()));
        target(redeem(exhausted.url(), ""));

        store.add(owner, "0".repeat(64), draft, 1);
        assertThatThrownBy(() -> store.add(owner, "1".repeat(64), draft, 1)).isInstanceOf(FailureException.class);
    }

    private static ShareLink found(ShareLinkStore store, Shared link) {
        String bearer = link.url().substring(link.url().length() - 43);
        return store.find(BearerDigest.of(Secret.of(bearer))).orElseThrow().link();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/../b", "./x", "..", "x/."})
    void keyThatBrowsersChangeIsRefusedWithItsField(String key) throws Exception {
        HttpResponse<String> answer = create(SignedInUser.ofNewTenant(node), wanted("abc", key, ""));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("OSE-2206", "\"field\":\"key", "browsers");
    }

    @Test
    void linksAreDeletedAMonthAfterTheirEnd() throws Exception {
        Shared recent = shared("");
        Shared revoked = shared("");
        Shared expired = shared("");
        Shared exhausted = shared(",\"maximumUses\":1");
        ShareLinkStore store = node.bean(ShareLinkStore.class);
        target(redeem(exhausted.url(), ""));
        node.database()
                .update(
                        "UPDATE share_link SET used_at = now() - interval '31 days' WHERE id = ?",
                        UUID.fromString(exhausted.id()));
        recent.user().browser().send("DELETE", recent.path(), "");
        node.database()
                .update(
                        "UPDATE share_link SET revoked_at = now() - interval '31 days' WHERE id = ?",
                        UUID.fromString(revoked.id()));
        node.database()
                .update(
                        "UPDATE share_link SET expires_at = now() - interval '31 days' WHERE id = ?",
                        UUID.fromString(expired.id()));

        store.forget(Duration.ofDays(30));

        assertThat(node.get(recent.path()).statusCode()).isEqualTo(200);
        assertThat(node.get(revoked.path()).statusCode()).isEqualTo(404);
        assertThat(node.get(expired.path()).statusCode()).isEqualTo(404);
        assertThat(node.get(exhausted.path()).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "expiresAt | {\"bucket\":\"abc\",\"key\":\"k\"}",
                "expiresAt | {\"bucket\":\"abc\",\"key\":\"k\",\"expiresAt\":\"2020-01-01T00:00:00Z\"}",
                "expiresAt | {\"bucket\":\"abc\",\"key\":\"k\",\"expiresAt\":\"2999-01-01T00:00:00Z\"}"
            })
    void wishesThatBreakARuleAreRefusedWithTheirField(String field, String body) throws Exception {
        HttpResponse<String> answer = create(SignedInUser.ofNewTenant(node), body);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains(field);
    }

    @ParameterizedTest
    @CsvSource({"bucket,A/b,key", "key,abc,''"})
    void objectThatCannotBeIsRefusedWithItsField(String field, String bucket, String key) throws Exception {
        HttpResponse<String> answer = create(SignedInUser.ofNewTenant(node), wanted(bucket, key, ""));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("\"field\":\"" + field);
    }

    @ParameterizedTest
    @CsvSource({"password,'\"short\"'", "maximumUses,0", "maximumUses,1000001", "versionId,'\"\"'"})
    void termsThatBreakARuleAreRefusedWithTheirField(String field, String value) throws Exception {
        Shared link = shared("");

        HttpResponse<String> answer =
                create(link.user(), wanted(link.bucket(), "a/report.html", ",\"" + field + "\":" + value));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains(field);
    }

    private String entry(HttpResponse<String> answer) throws Exception {
        String id = answer.headers().firstValue("X-OSE-Request-Id").orElseThrow();
        return node.get("/api/v1/admin/audit?filter=requestId==" + id).body();
    }
}
