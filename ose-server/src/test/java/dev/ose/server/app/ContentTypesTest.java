package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Requests to the admin API whose content type is none. */
class ContentTypesTest extends OnAdminNode {

    private static final List<String> TARGETS = List.of(
            "POST /api/v1/admin/tenants",
            "POST /api/v1/session",
            "PUT /api/v1/admin/me/password",
            "PATCH /api/v1/admin/tenants/00000000-0000-0000-0000-000000000001",
            "DELETE /api/v1/admin/me/sessions",
            "GET /api/v1/admin/tenants",
            "GET /api/v1/session",
            "POST /api/v1/admin/missing");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json; charset=none",
                "application/json; charset=\"",
                "application/json;charset=%",
                "text/plain; charset=\"",
                "application/x-www-form-urlencoded; charset=none",
                "application/x-www-form-urlencoded; charset=\"",
                "multipart/form-data; charset=none",
                "charset=none",
                "/;;="
            })
    void unknownCharsetIsTheClientsError(String type) throws Exception {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        lines.start();
        logger.addAppender(lines);

        try {
            for (String target : TARGETS) {
                String[] words = target.split(" ", -1);
                HttpResponse<String> answer = node.send(
                        node.request(words[0], words[1], words[0].equals("GET") ? "" : "{\"a\":\"b\"}", node.admin())
                                .setHeader("Content-Type", type));
                assertThat(answer.statusCode())
                        .as("%s: %s", target, answer.body())
                        .isLessThan(500);
                if (answer.statusCode() >= 400) {
                    assertThat(answer.headers().firstValue("Content-Type"))
                            .as(target)
                            .contains("application/problem+json");
                    assertThat(answer.body()).as(target).contains("\"requestId\"");
                }
            }
        } finally {
            logger.detachAppender(lines);
        }

        assertThat(List.copyOf(lines.list)).noneMatch(it -> it.getLevel() == Level.ERROR);
    }
}
