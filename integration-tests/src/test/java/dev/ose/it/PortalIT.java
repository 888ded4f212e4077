package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.client.AdminRole;
import dev.ose.client.NewLogin;
import dev.ose.client.NewQuota;
import dev.ose.client.QuotasApi;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The portal in Chromium, used as its users use it. Each page and dialog is checked by axe in both themes, and nothing
 * that it loads may break its own policy.
 */
@ExtendWith(Servers.class)
final class PortalIT {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String WORD = "a password of tests";

    private final String name = "portal-" + UUID.randomUUID().toString().substring(0, 8);

    static void walk(Node node, String scenario, Map<String, String> facts) {
        String report = new Command()
                .by(Tools.program("portal-browser"))
                .with(Tools.packaged("chromium"), scenario, origin(node))
                .variable("PORTAL_FACTS", JsonMapper.shared().writeValueAsString(withExtent(facts)))
                .within(LIMIT)
                .run();

        JsonNode results = JsonMapper.shared().readTree(report);
        assertThat(results.required("problems").valueStream().map(JsonNode::asString))
                .as(scenario)
                .isEmpty();
        assertThat(results.required("checked").asInt()
                        + results.required("pictures").asInt())
                .isPositive();
    }

    /** With all rules of axe in both themes, if an option says so. */
    private static Map<String, String> withExtent(Map<String, String> facts) {
        Map<String, String> all = new HashMap<>(facts);
        all.put("exhaustive", System.getProperty("ose.portal.exhaustive", "false"));
        return all;
    }

    private void walkAsMember(Node node, String scenario, String bucket) {
        String tenant = node.admin().makeTenant(name).tenant();
        NewLogin login = NewLogin.of(WORD).withMustChange(false);
        node.admin().makeLogin(tenant, "ann", AdminRole.TENANT_USER, login);

        walk(node, scenario, Map.of("tenant", name, "user", "ann", "password", WORD, "bucket", bucket));
    }

    /** What the walk is told of the pictures in {@code docs/portal}; they are made anew if an option says so. */
    private static Map<String, String> pictures(String document, Map<String, String> facts) {
        Map<String, String> all = new HashMap<>(facts);
        Path directory = Tools.repository().resolve("docs/portal").resolve(document);
        all.put("pictures", directory.toString());
        all.put(
                "writes",
                Boolean.toString(System.getProperty("ose.portal.pictures", "").equals("write")));
        return all;
    }

    /** Browsers keep the session's cookie without TLS on this name only. */
    static String origin(Node node) {
        return "http://localhost:" + node.admin().endpoint().getPort();
    }

    @Test
    void memberManagesItsAccountWithKeyboardSecondFactorAndEndedSession(Node node) {
        String tenant = node.admin().makeTenant(name).tenant();
        NewLogin login = NewLogin.of(WORD).withMustChange(true);
        node.admin().makeLogin(tenant, "ann", AdminRole.TENANT_USER, login);

        walk(node, "account", Map.of("tenant", name, "user", "ann", "password", WORD, "password2", WORD + " 2"));
    }

    @Test
    void administratorOfATenantManagesKeysAndUsers(Node node) {
        String tenant = node.admin().makeTenant(name).tenant();
        NewLogin login = NewLogin.of(WORD).withMustChange(false);
        node.admin().makeLogin(tenant, "ada", AdminRole.TENANT_ADMIN, login);

        walk(node, "tenant", Map.of("tenant", name, "user", "ada", "password", WORD));
    }

    @Test
    void memberKeepsObjectsUnderHostileNames(Node node) {
        walkAsMember(node, "objects", name + "-photos");
    }

    @Test
    void memberSharesObjectsByLinksAndSeesPreviews(Node node) {
        walkAsMember(node, "links", name + "-shared");
    }

    @Test
    void memberChangesSettingsOfABucketBesideAnotherEditor(Node node) {
        walkAsMember(node, "settings", name + "-set");
    }

    @Test
    void memberUploadsLargeFilesAndFoldersAcrossLostNetworkAndReload(Node node) {
        walkAsMember(node, "uploads", name + "-files");
    }

    @Test
    void providerManagesTenantsAndAdministrators(Node node) {
        node.admin().makeProvider(name, WORD);

        walk(
                node,
                "provider",
                Map.of("user", name, "password", WORD, "newTenant", name + "-t", "newAdministrator", name + "-a"));
    }

    @Test
    void pagesOnTheWayToSharedFileAreAsDocumented(Node node) {
        String tenant = node.admin().makeTenant("harbour-films").tenant();
        NewLogin login = NewLogin.of(WORD).withMustChange(false);
        node.admin().makeLogin(tenant, "ann", AdminRole.TENANT_USER, login);
        Map<String, String> facts =
                Map.of("tenant", "harbour-films", "user", "ann", "password", WORD, "bucket", "harbour-premiere");

        walk(node, "sharing", pictures("sharing-a-file", facts));
    }

    @Test
    void pagesOnTheWayToActivatedTenantAreAsDocumented(Node node) {
        node.admin().makeProvider("olivia", WORD);

        walk(
                node,
                "activating",
                pictures("activating-a-tenant", Map.of("user", "olivia", "password", WORD, "newTenant", "museum")));
    }

    @Test
    @Tag("nightly")
    void memberDoesTheMainTasksByKeyboardAlone(Node node) {
        walkAsMember(node, "keyboard", name + "-keys");
    }

    @Test
    @Tag("nightly")
    void memberIsToldWhatFailed(Node node) {
        String other = node.admin().makeTenant(name + "-other").tenant();
        String tenant = node.admin().makeTenant(name).tenant();
        NewLogin login = NewLogin.of(WORD).withMustChange(false);
        node.admin().makeLogin(other, "ann", AdminRole.TENANT_USER, login);
        String user = node.admin().makeLogin(tenant, "ann", AdminRole.TENANT_USER, login);
        node.admin().ask(QuotasApi.putUserQuota(tenant, user, NewQuota.of().withMaxBytes(1_000L)));

        walk(
                node,
                "failures",
                Map.of(
                        "tenant",
                        name,
                        "user",
                        "ann",
                        "password",
                        WORD,
                        "bucket",
                        name + "-mine",
                        "otherTenant",
                        name + "-other",
                        "foreign",
                        name + "-theirs"));
    }
}
