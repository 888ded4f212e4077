package dev.ose.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Documents that are read and written, and requests with their query. */
class DocumentTest {

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    @Test
    void membersAreReadByTheirTypes() {
        UsagePeriodView period = new UsagePeriodView(json("""
                {"start": "2026-11-01T00:00:00Z", "tenant": "7", "user": null,
                 "stored": {"byteHours": 100000000000000000000, "peakBytes": 5},
                 "traffic": {"requests": {"READ": 3, "WRITE": 4}}}"""));

        assertThat(period.start()).isEqualTo("2026-11-01T00:00:00Z");
        assertThat(period.user()).isNull();
        assertThat(period.bucket()).isNull();
        assertThat(period.stored().byteHours()).isEqualTo(new BigInteger("100000000000000000000"));
        assertThat(period.traffic().requests()).isEqualTo(Map.of("READ", 3L, "WRITE", 4L));
    }

    @Test
    void requiredMembersThatAreAbsentReadAsEmpty() {
        NodeView node = new NodeView(json("{}"));
        UsagePeriodView period = new UsagePeriodView(json("{}"));

        assertThat(node.name()).isEmpty();
        assertThat(node.report().isPresent()).isFalse();
        assertThat(node.report().addresses().s3()).isEmpty();
        assertThat(node.report().openRequests()).isZero();
        assertThat(period.stored().byteHours()).isEqualTo(BigInteger.ZERO);
        assertThat(new AccessSummary(json("{}")).isComplete()).isFalse();
        assertThat(new AccessSummary(json("{}")).principals()).isEmpty();
    }

    @Test
    void unknownMembersStayInTheJson() {
        JsonNode json = json("{\"name\": \"a\", \"later\": 1}");

        assertThat(new NodeView(json).json()).isEqualTo(json);
    }

    @Test
    void settingCopiesTheDocument() {
        NewBucketRequest bare = NewBucketRequest.of("photos");
        NewBucketRequest whole = bare.withRegion(null)
                .withTags(List.of(NewTag.of("a").withValue("b")))
                .withObjectLock(NewLock.of(true).withDays(3))
                .withQuota(NewLimits.of().withMaxBytes(5_000_000_000L));

        assertThat(bare.json()).isEqualTo(json("{\"name\": \"photos\"}"));
        assertThat(whole.json())
                .hasToString("{\"name\":\"photos\",\"region\":null,\"tags\":[{\"key\":\"a\",\"value\":\"b\"}],"
                        + "\"objectLock\":{\"enabled\":true,\"days\":3},\"quota\":{\"maxBytes\":5000000000}}");
    }

    @Test
    void mapsAndFreeDocumentsAreWritten() {
        JsonNode policy = json("{\"Version\": \"2012-10-17\"}");

        assertThat(NewIdentityProvider.of(List.of("ose"), "https://idp.example")
                        .withUsers(Map.of("u-1", "ann"))
                        .json())
                .hasToString(
                        "{\"audiences\":[\"ose\"],\"issuer\":\"https://idp.example\",\"users\":{\"u-1\":\"ann\"}}");
        assertThat(NewPolicy.of(policy).json().path("document")).isEqualTo(policy);
    }

    @Test
    void secretsAreNotPrinted() {
        NewLogin login = NewLogin.of("hush");

        assertThat(login).hasToString("NewLogin");
        assertThat(UsersApi.putLogin("7", "9", login).toString()).doesNotContain("hush");
    }

    @Test
    void querySkipsWhatIsNull() {
        BucketsApi.ListBuckets list =
                BucketsApi.listBuckets("7").prefix(null).order("-name").limit(5).after("a&b c");

        assertThat(list.call().target())
                .isEqualTo("/api/v1/admin/tenants/7/buckets?order=-name&limit=5&after=a%26b%20c");
    }

    @Test
    void pageHasItemsAndTheNextOne() {
        PageListedBucketView page = BucketsApi.listBuckets("7")
                .call()
                .read(json("{\"items\": [{\"name\": \"a\"}, {\"name\": \"b\"}], \"next\": \"b\"}"));

        assertThat(page.items()).extracting(ListedBucketView::name).containsExactly("a", "b");
        assertThat(page.next()).isEqualTo("b");
        assertThat(new PageListedBucketView(json("{\"items\": []}")).next()).isNull();
    }
}
