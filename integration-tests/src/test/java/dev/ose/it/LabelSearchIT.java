package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.client.BucketLabelsStatus;
import dev.ose.client.FoundPage;
import dev.ose.client.FoundView;
import dev.ose.client.LabelState;
import dev.ose.client.LabelsApi;
import dev.ose.client.ObjectsApi;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Objects are found by content type, tags and user metadata, whatever changed them. */
@ExtendWith(Servers.class)
final class LabelSearchIT {

    /** A bucket is filled after the requests that began before. */
    private static final Duration FILLED = Duration.ofMinutes(2);

    private static final Duration TOLD = Duration.ofSeconds(30);

    private final Node node;
    private final AdminApi.Account tenant;
    private final S3Target target;

    LabelSearchIT(Node node) {
        this.node = node;
        this.tenant = node.admin().makeTenant("labels-" + System.nanoTime());
        this.target = node.target(Where.HTTP).as(tenant.accessKey(), tenant.secretKey());
    }

    @Test
    void objectsAreFoundByWhatTheyAreLabelledWith() {
        String bucket = "labelled-" + System.nanoTime();
        String plain = "plain-" + System.nanoTime();
        send("PUT", '/' + bucket).assertStatus(200);
        send("PUT", '/' + plain).assertStatus(200);
        put(bucket, "before", "image/png", "project=apollo&team=red", "ann").assertStatus(200);
        put(plain, "unseen", "image/png", "project=apollo", "ann").assertStatus(200);
        FoundPage unlabelled = find("tag.project==apollo");
        assertThat(unlabelled.items()).isEmpty();
        assertThat(unlabelled.unlabelled()).containsExactlyInAnyOrder(bucket, plain);

        node.admin().ask(LabelsApi.enableLabels(tenant.tenant(), bucket));
        put(bucket, "after", "image/jpeg", "project=apollo", "ben").assertStatus(200);
        assertFound("tag.project==apollo;key==after", "after");
        Ports.await("the first fill", FILLED, () -> isFilled(bucket));

        assertFound("tag.project==apollo", "after", "before");
        assertFound("contentType==image/*;tag.team==red", "before");
        assertFound("meta.owner=in=(ann,ben);meta.owner!=ann", "after");
        assertThat(find("tag.project==apollo").unlabelled()).containsExactly(plain);
        assertThat(find("tag.project==apollo;bucket==" + bucket).json().has("unlabelled"))
                .isFalse();

        changeAndLookAgain(bucket);
    }

    private void changeAndLookAgain(String bucket) {
        Wire.send(
                        target,
                        SignedRequest.of("PUT", '/' + bucket + "/after?tagging")
                                .body("<Tagging><TagSet><Tag><Key>project</Key><Value>gemini</Value></Tag></TagSet>"
                                        + "</Tagging>"))
                .assertStatus(200);
        assertFound("tag.project==gemini", "after");
        assertFound("tag.project==apollo", "before");

        Wire.send(
                        target,
                        SignedRequest.of("PUT", '/' + bucket + "/after")
                                .header("x-amz-copy-source", '/' + bucket + "/before"))
                .assertStatus(200);
        assertFound("tag.project==apollo", "after", "before");
        assertFound("tag.project==gemini");

        send("DELETE", '/' + bucket + "/before?tagging").assertStatus(204);
        assertFound("tag.project==apollo", "after");
        send("DELETE", '/' + bucket + "/after").assertStatus(204);
        assertFound("contentType==image/png", "before");
        assertFound("tag.project==apollo");
    }

    private boolean isFilled(String bucket) {
        BucketLabelsStatus status = node.admin().ask(LabelsApi.showLabels(tenant.tenant(), bucket));
        return status.state().equals(LabelState.FILLED) && status.waiting() == 0;
    }

    /** Labels follow the objects a moment later. */
    private void assertFound(String filter, String... keys) {
        Ports.await(
                filter + " finding " + List.of(keys),
                TOLD,
                () -> find(filter).items().stream().map(FoundView::key).toList().equals(List.of(keys)));
    }

    private FoundPage find(String filter) {
        return node.admin().ask(ObjectsApi.findObjects(tenant.tenant()).filter(filter));
    }

    private WireAnswer put(String bucket, String key, String type, String tags, String owner) {
        return Wire.send(
                target,
                SignedRequest.of("PUT", '/' + bucket + '/' + key)
                        .header("Content-Type", type)
                        .header("x-amz-tagging", tags)
                        .header("x-amz-meta-owner", owner)
                        .body("x"));
    }

    private WireAnswer send(String method, String path) {
        return Wire.send(target, SignedRequest.of(method, path));
    }
}
