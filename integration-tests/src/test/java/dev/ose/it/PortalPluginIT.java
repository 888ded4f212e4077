package dev.ose.it;

import dev.ose.testkit.DirectorAccounts;
import dev.ose.testkit.DirectorAccounts.Organisation;
import dev.ose.testkit.DirectorFixture;
import dev.ose.testkit.DirectorStandIn;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * The plug-ins of the portal as the build packs them, in pages that load them and share their Angular with them as
 * Cloud Director (Angular 15) and VCF Automation (Angular 21) do. Tokens are those of a stand-in of Cloud Director.
 */
final class PortalPluginIT {

    private static final List<String> MEMBER_RIGHTS = List.of("UI Plugins: View");

    @RegisterExtension
    static final DirectorFixture DIRECTORS = new DirectorFixture();

    @TempDir
    private Path folder;

    @Test
    void membersAndProviderUseThePortalInPagesOfOtherProducts() throws IOException {
        DirectorStandIn director = DIRECTORS.director();
        DirectorAccounts accounts = director.accounts();
        Organisation acme = accounts.organisation("acme");
        int port = Ports.free();
        Node node = Node.startEmpty("portal-plugin", options(director, port));
        try {
            Map<String, String> facts = new HashMap<>(Map.of(
                    "port", Integer.toString(port),
                    "organization", acme.id().toString(),
                    "member", token(accounts, acme, MEMBER_RIGHTS),
                    "provider", token(accounts, DirectorAccounts.SYSTEM, DirectorAccounts.PROVIDER_RIGHTS),
                    "bucket", "plugin-of-acme"));

            facts.put("plugin", unpack("ose-director", node).toString());
            PortalIT.walk(node, "director", facts);
            facts.put("plugin", unpack("ose-automation", node).toString());
            PortalIT.walk(node, "automation", facts);
        } finally {
            node.stop();
        }
    }

    /** Cloud Director has two names, of which the first is that of its API. */
    private Map<String, String> options(DirectorStandIn director, int port) throws IOException {
        Map<String, String> options = DirectorOptions.of(director, folder);
        options.put("oss.director.origins", "http://localhost:" + port + ",http://127.0.0.1:" + port);
        return options;
    }

    private static String token(DirectorAccounts accounts, Organisation organisation, List<String> rights) {
        return accounts.token(
                accounts.user(organisation, "ann", accounts.role(organisation, "of the plug-in", rights)));
    }

    /** The plug-in with the address of the node, as {@code ose ui install} writes it. */
    private Path unpack(String plugin, Node node) throws IOException {
        Path place = folder.resolve(plugin);
        Path packed = Tools.repository().resolve("portal-ui/target/plugins").resolve(plugin + ".zip");
        String config = JsonMapper.shared().writeValueAsString(Map.of("apiOrigin", PortalIT.origin(node)));
        try (ZipFile zip = new ZipFile(packed.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                Path file = place.resolve(entry.getName());
                Files.createDirectories(Objects.requireNonNull(file.getParent(), "it is below the place"));
                if (entry.getName().endsWith("config.json")) {
                    Files.writeString(file, config);
                } else {
                    try (InputStream content = zip.getInputStream(entry)) {
                        Files.copy(content, file);
                    }
                }
            }
        }
        return place;
    }
}
