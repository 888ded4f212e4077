package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code ose links}. */
class LinkCommandsTest extends OnHost {

    private static final String LINKS = "/api/v1/admin/tenants/7/links";
    private static final String ID = "7d3f6c8e-5b1a-4c7e-9f64-2f7c1b0a9e55";

    private static final Map<String, Object> LINK = Map.of(
            "id",
            ID,
            "user",
            "ann",
            "object",
            Map.of("bucket", "reports", "key", "q3.pdf"),
            "validity",
            Map.of("state", "ACTIVE", "createdAt", "2026-11-01T00:00:00Z", "expiresAt", "2026-12-01T00:00:00Z"),
            "hasPassword",
            true,
            "uses",
            3);

    @BeforeEach
    void script() throws Exception {
        answerNamed("/api/v1/admin/tenants", "acme", "7");
    }

    @Test
    void linksAreListedWithTheirUses() {
        host.answer("GET " + LINKS + "?limit=1000&after=", Map.of("items", List.of(LINK)));
        host.answer("GET " + LINKS + "?filter=state%3D%3DREVOKED&limit=1000&after=", Map.of("items", List.of()));

        assertThat(host.ose("links", "list", "--tenant", "acme").out())
                .contains(ID, "ann", "reports", "q3.pdf", "ACTIVE", "true", "3");
        assertThat(host.ose("links", "list", "--tenant", "acme", "--filter", "state==REVOKED")
                        .out())
                .doesNotContain(ID);
    }

    @Test
    void linkIsRevokedUnlessItIsADryRun() {
        host.answer("GET " + LINKS + '/' + ID, LINK);
        host.answer("DELETE " + LINKS + '/' + ID, Map.of());

        assertThat(host.ose("links", "revoke", "--tenant", "acme", "--dry-run", ID)
                        .err())
                .contains("dry run");
        assertThat(deletions()).isZero();
        assertThat(host.ose("links", "revoke", "--tenant", "acme", ID).err()).contains("is revoked");
        assertThat(deletions()).isOne();
    }

    private long deletions() {
        return host.toNode().stream().filter(it -> it.method().equals("DELETE")).count();
    }
}
