package dev.ose.server.admin.sync;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.sync.SyncRun;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run as the API shows it.
 *
 * @param position the key up to which both sides were compared
 * @param problem why it failed or waits; absent if nothing is wrong
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SyncRunView(
        long id,
        SyncRun.State state,
        Instant requestedAt,
        @Nullable Instant finishedAt,
        String position,
        long listed,
        long missing,
        long extra,
        long differing,
        long uploads,
        @Nullable String problem) {

    static SyncRunView of(SyncRun run) {
        return new SyncRunView(
                run.id(),
                run.state(),
                run.requestedAt(),
                run.finishedAt(),
                run.progress().position(),
                run.progress().listed(),
                run.progress().missing(),
                run.progress().extra(),
                run.progress().differing(),
                run.progress().uploads(),
                run.problem().isEmpty() ? null : run.problem());
    }
}
