package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code ose webhooks}. */
class WebhookCommandsTest extends OnHost {

    private static final String WEBHOOKS = "/api/v1/admin/tenants/7/webhooks";

    @BeforeEach
    void script() throws Exception {
        answerNamed("/api/v1/admin/tenants", "acme", "7");
        host.answer(
                "GET " + WEBHOOKS + "?limit=1000&after=",
                Map.of(
                        "items",
                        List.of(Map.of(
                                "id",
                                "3",
                                "url",
                                "https://hooks.example/",
                                "prefix",
                                "a/",
                                "events",
                                List.of("s3:ObjectCreated:*"),
                                "state",
                                Map.of("waiting", 5, "givenUp", 2, "dropped", 0, "problem", "503")))));
    }

    @Test
    void webhooksAreListedWithTheirDeliveries() {
        assertThat(host.ose("webhooks", "list", "--tenant", "acme").out()).isEqualTo("""
                ID  URL                     BUCKET  PREFIX  SUFFIX  EVENTS              WAITING  GIVEN UP  LOST  PROBLEM
                3   https://hooks.example/          a/              s3:ObjectCreated:*  5        2         0     503
                """);
    }

    @Test
    void webhookIsAddedWithItsTerms() {
        host.answer(
                "POST " + WEBHOOKS,
                "{\"url\":\"https://h.example/\",\"bucket\":\"photos\",\"prefix\":null,\"suffix\":\".jpg\","
                        + "\"events\":[\"s3:ObjectRemoved:*\"]}",
                Map.of("id", "4", "secret", "s3cr3t"));
        host.answer(
                "POST " + WEBHOOKS,
                "{\"url\":\"https://h.example/\",\"bucket\":null,\"prefix\":null,\"suffix\":null,\"events\":[]}",
                Map.of("id", "5", "arn", "arn:ose:webhook:5"));

        assertThat(add("--bucket", "photos", "--suffix", ".jpg", "--events", "REMOVED")
                        .out())
                .contains("4")
                .contains("s3cr3t");
        assertThat(add("--destination").out()).contains("arn:ose:webhook:5");
        assertThat(add("--destination", "--events", "CREATED").exitCode()).isEqualTo(ExitCode.USAGE.number());
    }

    private Host.Ran add(String... terms) {
        List<String> arguments =
                new ArrayList<>(List.of("webhooks", "add", "--tenant", "acme", "--url", "https://h.example/"));
        arguments.addAll(List.of(terms));
        return host.ose(arguments.toArray(String[]::new));
    }

    @Test
    void webhookIsRedeliveredAndRemoved() {
        host.answer("GET " + WEBHOOKS + "/3", Map.of("id", "3"));
        host.answer("POST " + WEBHOOKS + "/3/redeliver", Map.of());
        host.answer("DELETE " + WEBHOOKS + "/3", Map.of());

        assertThat(host.ose("webhooks", "redeliver", "--tenant", "acme", "3").exitCode())
                .isZero();
        assertThat(host.ose("webhooks", "remove", "--tenant", "acme", "--dry-run", "3")
                        .err())
                .contains("dry run");
        assertThat(deletions()).isZero();
        assertThat(host.ose("webhooks", "remove", "--tenant", "acme", "3").err())
                .contains("is removed");
        assertThat(deletions()).isOne();
        assertThat(host.ose("webhooks", "remove", "--tenant", "acme", "9").err())
                .contains("OSE-2204");
    }

    private long deletions() {
        return host.toNode().stream().filter(it -> it.method().equals("DELETE")).count();
    }
}
