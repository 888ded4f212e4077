package dev.ose.server.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.ose.testkit.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DirectorLogTest {

    private final SteppedClock clock = new SteppedClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final DirectorLog log = new DirectorLog(logger(), clock);

    private Logger logger() {
        Logger logger = new LoggerContext().getLogger("director");
        logged.start();
        logger.addAppender(logged);
        return logger;
    }

    @Test
    void failuresNowAndThenAreOneWarning() {
        for (int i = 0; i < 100; i++) {
            log.unreachable("it answers 500");
            clock.advance(Duration.ofSeconds(5));
            log.answered();
        }

        assertThat(logged.list).extracting(ILoggingEvent::getLevel).containsExactly(Level.WARN);
    }

    @Test
    void answersOfAMinuteAreToldOnce() {
        log.answered();
        log.unreachable("the connection broke");
        clock.advance(Duration.ofMinutes(1));
        log.answered();
        log.answered();

        assertThat(logged.list).extracting(ILoggingEvent::getLevel).containsExactly(Level.WARN, Level.INFO);
    }
}
