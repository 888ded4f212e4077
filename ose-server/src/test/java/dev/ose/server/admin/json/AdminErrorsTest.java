package dev.ose.server.admin.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotWritableException;

class AdminErrorsTest {

    private final List<Throwable> bugs = new ArrayList<>();
    private final AdminErrors errors = new AdminErrors(bugs::add);

    @Test
    void failureAmongTheCausesIsAnsweredAsItself() {
        Exception busy = new HttpMessageNotWritableException(
                "no JSON", new IOException("no memory", new FailureException(new Failure.Busy(Duration.ofSeconds(1)))));

        ResponseEntity<Problem> answer = errors.other(busy);

        assertThat(answer.getStatusCode().value()).isEqualTo(503);
        assertThat(answer.getHeaders().getFirst("Retry-After")).isEqualTo("1");
        assertThat(bugs).isEmpty();
    }

    @Test
    void causesInACircleAreABug() {
        Exception first = new IllegalStateException("first");
        Exception second = new IllegalStateException("second", first);
        first.initCause(second);

        assertThat(errors.other(second).getStatusCode().value()).isEqualTo(500);
        assertThat(bugs).containsExactly(second);
    }
}
