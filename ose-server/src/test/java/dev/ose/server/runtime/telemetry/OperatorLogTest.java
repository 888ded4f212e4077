package dev.ose.server.runtime.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.ose.server.runtime.jobs.OperatorEvent;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OperatorLogTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger(OperatorLog.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final OperatorLog log = new OperatorLog();

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(lines);
    }

    @Test
    void whatAsksForActionIsLoggedWithItsCode() {
        assertLogged(new OperatorEvent.DatabaseAway(), Level.WARN, "OSE-1421: ");
        assertLogged(new OperatorEvent.OutageBegan(1), Level.WARN, "OSE-1422: ");
        assertLogged(new OperatorEvent.JournalFull(1), Level.ERROR, "OSE-1423: ");
        assertLogged(new OperatorEvent.FailedOver(), Level.WARN, "OSE-1424: ");
        assertLogged(new OperatorEvent.EventsDropped(1), Level.WARN, "OSE-1425: ");
        assertLogged(new OperatorEvent.LeaseLost(1, 2), Level.WARN, "OSE-1426: ");
        assertLogged(new OperatorEvent.AccessLogsDropped("a quota is exceeded"), Level.WARN, "OSE-1429: ");
        assertLogged(new OperatorEvent.StoredHoursMissed(Instant.EPOCH, 11), Level.WARN, "OSE-1430: ");
        assertLogged(new OperatorEvent.CorsModeUnknown("NEWER"), Level.WARN, "OSE-1431: ");
        assertLogged(new OperatorEvent.LogStalled(Duration.ofSeconds(31)), Level.WARN, "OSE-1428: ");
        assertLogged(
                new OperatorEvent.TenantLeft("1", "t", new IllegalStateException("refused")), Level.WARN, "OSE-1427: ");
    }

    @Test
    void workThatFailsIsLoggedWithItsNameAndCause() {
        assertLogged(
                new OperatorEvent.JobFailing("sync", new IllegalStateException("broken")), Level.WARN, "OSE-1411: ");

        ILoggingEvent line = lines.list.getLast();
        assertThat(line.getKeyValuePairs()).extracting(Object::toString).containsExactly("job=\"sync\"");
        assertThat(line.getThrowableProxy().getMessage()).isEqualTo("broken");
    }

    @Test
    void whatIsOverIsLoggedForInformation() {
        assertLogged(new OperatorEvent.JobRecovered("sync", 3), Level.INFO, "background work succeeds again");
        assertLogged(new OperatorEvent.DatabaseBack(), Level.INFO, "the database is available again");
        assertLogged(new OperatorEvent.OutageEnded(Duration.ofSeconds(5)), Level.INFO, "the journal was replayed");
        assertLogged(new OperatorEvent.LogFollowed(), Level.INFO, "rows follow the log of writes again");
    }

    private void assertLogged(OperatorEvent event, Level level, String start) {
        int before = lines.list.size();

        log.report(event);

        assertThat(lines.list).hasSize(before + 1);
        ILoggingEvent line = lines.list.getLast();
        assertThat(line.getLevel()).isEqualTo(level);
        assertThat(line.getFormattedMessage()).startsWith(start);
    }
}
