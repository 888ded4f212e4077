package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

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
        JsonNode unlabelled = find("tag.project==apollo");
        assertThat(unlabelled.required("items")).isEmpty();
        assertThat(names(unlabelled.required("unlabelled"))).containsExactlyInAnyOrder(bucket, plain);

        node.admin().keepLabels(labels(bucket));
        put(bucket, "after", "image/jpeg", "project=apollo", "ben").assertStatus(200);
        assertFound("tag.project==apollo;key==after", "after");
        Ports.await("the first fill", FILLED, () -> isFilled(bucket));

        assertFound("tag.project==apollo", "after", "before");
        assertFound("contentType==image/*;tag.team==red", "before");
        assertFound("meta.owner=in=(ann,ben);meta.owner!=ann", "after");
        assertThat(names(find("tag.project==apollo").required("unlabelled"))).containsExactly(plain);
        assertThat(find("tag.project==apollo;bucket==" + bucket).has("unlabelled"))
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

    private String labels(String bucket) {
        return tenant.tenantPath() + "/buckets/" + bucket;
    }

    private boolean isFilled(String bucket) {
        JsonNode status = node.admin().get(labels(bucket) + "/labels");
        return status.required("state").asString().equals("FILLED")
                && status.required("waiting").asInt() == 0;
    }

    /** Labels follow the objects a moment later. */
    private void assertFound(String filter, String... keys) {
        Ports.await(filter + " finding " + List.of(keys), TOLD, () -> StreamSupport.stream(
                        find(filter).required("items").spliterator(), false)
                .map(item -> item.required("key").asString())
                .toList()
                .equals(List.of(keys)));
    }

    private static List<String> names(JsonNode texts) {
        return StreamSupport.stream(texts.spliterator(), false)
                .map(JsonNode::asString)
                .toList();
    }

    private JsonNode find(String filter) {
        return node.admin()
                .get(tenant.tenantPath() + "/objects?filter=" + URLEncoder.encode(filter, StandardCharsets.UTF_8));
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
