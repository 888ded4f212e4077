package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code ose audit}. */
class AuditCommandsTest extends OnHost {

    private static final String AUDIT = "GET /api/v1/admin/audit";
    private static final Map<String, Object> ENTRY = Map.of(
            "id",
            "01",
            "at",
            "2026-11-24T10:00:00Z",
            "actor",
            "=a,b",
            "address",
            "::1",
            "operation",
            "DeleteUser",
            "subject",
            "ann",
            "status",
            204,
            "requestId",
            "R1");

    @Test
    void newestEntriesAreListedWithAFilter() {
        host.answer(AUDIT + "?order=-at&filter=operation%3D%3DDelete*&limit=50", Map.of("items", List.of(ENTRY)));

        assertThat(host.ose("audit", "list", "--filter", "operation==Delete*").out())
                .isEqualTo("""
                AT                    ACTOR  FROM  OPERATION   SUBJECT  STATUS  CODE  REQUEST
                2026-11-24T10:00:00Z  =a,b   ::1   DeleteUser  ann      204           R1
                """);
    }

    @Test
    void exportReadsAllPagesOfATenant() {
        answerNamed("/api/v1/admin/tenants", "acme", "7");
        String pages = "GET /api/v1/admin/tenants/7/audit?order=at&filter=&limit=1000&after=";
        host.answer(pages, Map.of("items", List.of(ENTRY), "next", "01"));
        host.answer(pages + "01", Map.of("items", List.of(ENTRY)));

        String json = host.ose("audit", "export", "--tenant", "acme").out();
        String csv = host.ose("audit", "export", "--tenant", "acme", "--csv").out();

        assertThat(json.lines()).hasSize(2).allMatch(line -> line.contains("\"operation\":\"DeleteUser\""));
        assertThat(csv.lines()).hasSize(3);
        assertThat(csv).startsWith("id,at,ended_at,").contains("01,2026-11-24T10:00:00Z,,,R1,,DeleteUser,\"'=a,b\",");
    }
}
