package dev.ose.server.runtime.telemetry;

import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.OperatorEvents;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Logs events for the operator: one line each, with a code if action is needed. */
public final class OperatorLog implements OperatorEvents {

    private static final Logger LOG = LoggerFactory.getLogger(OperatorLog.class);

    @Override
    public void report(OperatorEvent event) {
        switch (event) {
            case OperatorEvent.JobFailing it ->
                warn("job", it.job())
                        .setCause(it.cause())
                        .log("OSE-1411: background work fails and is retried; its next failures are not logged");
            case OperatorEvent.JobRecovered it ->
                LOG.atInfo()
                        .addKeyValue("job", it.job())
                        .addKeyValue("failures", it.failures())
                        .log("background work succeeds again");
            case OperatorEvent.DatabaseAway _ ->
                LOG.warn("OSE-1421: the database is unavailable: known clients are served, see docs/guide/outages.md");
            case OperatorEvent.DatabaseBack _ -> LOG.info("the database is available again");
            case OperatorEvent.OutageBegan it ->
                warn("bytes", it.journalBytes())
                        .log("OSE-1422: the database takes no commits: writes go to the journal until it does");
            case OperatorEvent.OutageEnded it ->
                LOG.atInfo()
                        .addKeyValue("seconds", it.length().toSeconds())
                        .log("the journal was replayed: writes go to the database again");
            case OperatorEvent.JournalFull it ->
                LOG.atError()
                        .addKeyValue("bytes", it.journalBytes())
                        .log("OSE-1423: the journal takes no more writes: they are refused during the outage");
            case OperatorEvent.FailedOver _ ->
                LOG.warn("OSE-1424: the database was replaced: recent writes of this node are verified");
            case OperatorEvent.EventsDropped it ->
                warn("events", it.events())
                        .log("OSE-1425: events were given up or dropped: their webhooks do not receive them");
            case OperatorEvent.AccessLogsDropped it ->
                warn("reason", it.reason())
                        .log("OSE-1429: lines of buckets' access logs were dropped: the logs lack requests");
            case OperatorEvent.LeaseLost it ->
                warn("before", it.before())
                        .addKeyValue("now", it.now())
                        .log("OSE-1426: the lease of this node expired: it continues under another number");
            case OperatorEvent.LogStalled it ->
                warn("seconds", it.lag().toSeconds())
                        .log("OSE-1428: rows do not follow the log of writes: counters, searches and"
                                + " quotas wait for it");
            case OperatorEvent.LogFollowed _ -> LOG.info("rows follow the log of writes again");
            case OperatorEvent.StoredHoursMissed it ->
                warn("before", it.before())
                        .addKeyValue("hours", it.hours())
                        .log("OSE-1430: hours have no record of what was stored: bills and history lack them");
            case OperatorEvent.CorsModeUnknown it ->
                warn("mode", it.mode())
                        .log("OSE-1431: this version does not know the provider's CORS mode: buckets' rules decide");
            case OperatorEvent.TenantLeft it ->
                warn("platform", it.platform())
                        .addKeyValue("tenant", it.platformTenant())
                        .setCause(it.cause())
                        .log("OSE-1427: the platform tenant of a deleted tenant could not be deleted: it stays, empty");
        }
    }

    private static LoggingEventBuilder warn(String key, Object value) {
        return LOG.atWarn().addKeyValue(key, value);
    }
}
