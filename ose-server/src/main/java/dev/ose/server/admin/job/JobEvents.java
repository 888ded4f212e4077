package dev.ose.server.admin.job;

import dev.ose.server.job.TenantJob;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.json.JsonMapper;

/**
 * Server-sent events about a job. Each answer ends after one event, and the client asks again: so a follower holds
 * neither a thread nor an answer, and each request proves its login again.
 *
 * @see <a href="https://html.spec.whatwg.org/multipage/server-sent-events.html">Server-sent events</a>
 */
final class JobEvents {

    static final String MEDIA_TYPE = MediaType.TEXT_EVENT_STREAM_VALUE;

    private static final int RETRY_MILLIS = 2_000;

    private JobEvents() {}

    /**
     * The answer to a follower.
     *
     * @param lastEvent the id of the last event that it has seen; null for none
     */
    static ResponseEntity<String> answer(TenantJob job, @Nullable String lastEvent, JsonMapper json) {
        TenantJob.Count count = job.progress().count();
        String id = job.state() + "-" + count.done() + '-' + count.failed();
        if (job.state().isFinal() && id.equals(lastEvent)) {
            return ResponseEntity.noContent().build();
        }
        return ResponseEntity.ok()
                .contentType(MediaType.TEXT_EVENT_STREAM)
                .header("Cache-Control", "no-store")
                .body("retry: " + RETRY_MILLIS + "\nid: " + id + "\nevent: job\ndata: "
                        + json.writeValueAsString(JobView.of(job)) + "\n\n");
    }
}
