package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Second factors: codes of a device beside the password. */
class SecondFactorApiTest extends OnAdminNode {

    private static final String SESSION = "/api/v1/session";
    private static final String ME = "/api/v1/admin/me";
    private static final String TOTP = ME + "/totp";
    private static final String ADMINISTRATORS = "/api/v1/admin/administrators";
    private static final String WORD = "a password of tests";
    private static final String PASSWORD = "{\"password\":\"" + WORD + "\"}";
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    /** An administrator whose device is confirmed. */
    private JsonNode enrol(String name) throws Exception {
        node.created(ADMINISTRATORS, "{\"name\":\"" + name + "\",\"password\":\"" + WORD + "\",\"mustChange\":false}");
        AdminBrowser browser = AdminBrowser.signIn(node, "", name, WORD);
        JsonNode made = AdminNode.json(browser.send("POST", TOTP, PASSWORD));
        key = made.get("key").asString();
        HttpResponse<String> confirmed = browser.send("PUT", TOTP, code(0));
        assertThat(confirmed.statusCode()).as(confirmed.body()).isEqualTo(200);
        return AdminNode.json(confirmed).get("recoveryCodes");
    }

    private String key = "";

    private HttpResponse<String> signIn(String name, String word, String code) throws Exception {
        return node.send(
                "POST",
                SESSION,
                "{\"user\":\"" + name + "\",\"password\":\"" + word + "\""
                        + (code.isEmpty() ? "" : ",\"code\":\"" + code + "\"") + "}",
                "");
    }

    private static void assertCode(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(AdminNode.json(answer).get("code").asString()).isEqualTo(code);
    }

    private String code(int steps) throws Exception {
        return "{\"code\":\"" + digits(steps) + "\"}";
    }

    /** What a device shows that many steps from now: written apart from the node's own computation. */
    private String digits(int steps) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(bytes(key), "HmacSHA1"));
        byte[] hash = mac.doFinal(ByteBuffer.allocate(8)
                .putLong(Instant.now().getEpochSecond() / 30 + steps)
                .array());
        int truncated = ByteBuffer.wrap(hash).getInt(hash[19] & 15) & 0x7fffffff;
        return String.format(Locale.ROOT, "%06d", truncated % 1_000_000);
    }

    private static byte[] bytes(String base32) {
        ByteBuffer bytes = ByteBuffer.allocate(base32.length() * 5 / 8);
        long held = 0;
        int bits = 0;
        for (int i = 0; i < base32.length(); i++) {
            held = held << 5 | ALPHABET.indexOf(base32.charAt(i));
            bits += 5;
            if (bits >= 8) {
                bits -= 8;
                bytes.put((byte) (held >> bits));
            }
        }
        return bytes.array();
    }

    @Test
    void signInNeedsACodeOnceTheDeviceIsConfirmed() throws Exception {
        enrol("coded");

        assertCode(signIn("coded", WORD, ""), 401, "OSE-2110");
        assertCode(signIn("coded", "a wrong password", ""), 401, "OSE-2109");
        assertCode(signIn("coded", WORD, "000000"), 401, "OSE-2109");
        assertThat(signIn("coded", WORD, digits(1)).statusCode()).isEqualTo(200);
    }

    @Test
    void codeCountsOnce() throws Exception {
        enrol("replayed");
        String shown = digits(1);

        assertThat(signIn("replayed", WORD, shown).statusCode()).isEqualTo(200);
        assertCode(signIn("replayed", WORD, shown), 401, "OSE-2109");
    }

    @Test
    void recoveryCodeCountsOnceHoweverItIsTyped() throws Exception {
        JsonNode recovery = enrol("recovered");
        String one = recovery.get(0).asString();
        String typed = one.substring(0, 8).toLowerCase(Locale.ROOT) + "-" + one.substring(8);

        assertThat(recovery.size()).isEqualTo(10);
        assertThat(signIn("recovered", WORD, typed).statusCode()).isEqualTo(200);
        assertCode(signIn("recovered", WORD, one), 401, "OSE-2109");
        assertThat(node.database().all("SELECT r::text FROM recovery_code r", row -> row.getString(1)))
                .noneMatch(row -> row.contains(recovery.get(1).asString()));
    }

    @Test
    void guessesOfCodesAreSlowedDownForWhoeverHasThePassword() throws Exception {
        enrol("guessed");

        for (int guess = 0; guess < 5; guess++) {
            signIn("guessed", WORD, "00000" + guess);
        }

        assertCode(signIn("guessed", WORD, digits(1)), 429, "OSE-2108");
    }

    @Test
    void httpBasicIsNoWayAroundTheCode() throws Exception {
        enrol("scripted");

        assertCode(node.send("GET", ME, "", AdminNode.basic("scripted", WORD)), 401, "OSE-2110");
    }

    @Test
    void unconfirmedDeviceChangesNothing() throws Exception {
        node.created(ADMINISTRATORS, "{\"name\":\"half\",\"password\":\"" + WORD + "\",\"mustChange\":false}");
        AdminBrowser browser = AdminBrowser.signIn(node, "", "half", WORD);

        JsonNode made = AdminNode.json(browser.send("POST", TOTP, PASSWORD));
        assertThat(made.get("uri").asString())
                .isEqualTo("otpauth://totp/OSE:half?issuer=OSE&secret="
                        + made.get("key").asString());
        assertCode(browser.send("PUT", TOTP, "{\"code\":\"000000\"}"), 400, "OSE-2206");

        assertThat(signIn("half", WORD, "").statusCode()).isEqualTo(200);
        assertThat(AdminNode.json(browser.send("GET", TOTP, "")).get("enabled").asBoolean())
                .isFalse();
    }

    @Test
    void secondFactorIsBegunAndEndedWithThePasswordOnly() throws Exception {
        enrol("ending");
        AdminBrowser browser = AdminBrowser.of(node, signIn("ending", WORD, digits(1)));

        assertCode(browser.send("POST", TOTP, PASSWORD), 409, "OSE-2205");
        assertCode(browser.send("POST", TOTP + "/disable", "{\"password\":\"a wrong one\"}"), 401, "OSE-2109");
        assertThat(browser.send("POST", TOTP + "/disable", PASSWORD).statusCode())
                .isEqualTo(204);

        assertThat(signIn("ending", WORD, "").statusCode()).isEqualTo(200);
    }

    @Test
    void administratorTakesALostDeviceAway() throws Exception {
        enrol("lost");

        assertThat(node.send("DELETE", ADMINISTRATORS + "/lost/totp", "", node.admin())
                        .statusCode())
                .isEqualTo(204);

        assertThat(signIn("lost", WORD, "").statusCode()).isEqualTo(200);
    }

    @Test
    void keyIsSealedInTheDatabase() throws Exception {
        enrol("sealed");

        assertThat(node.database()
                        .all("SELECT encode(f.secret, 'escape') FROM second_factor f", row -> row.getString(1)))
                .isNotEmpty();
        assertThat(node.database()
                        .first(
                                "SELECT position(? IN secret) FROM second_factor ORDER BY created_at DESC LIMIT 1",
                                row -> row.getInt(1),
                                (Object) bytes(key)))
                .contains(0);
    }
}
