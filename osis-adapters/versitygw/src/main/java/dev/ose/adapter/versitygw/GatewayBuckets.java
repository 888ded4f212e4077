package dev.ose.adapter.versitygw;

import dev.ose.adapter.PlatformBucket;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformUserId;
import dev.ose.s3.xml.XmlReader;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The gateway's buckets and their owners. The admin API lists them all, without the time that S3 reports. */
final class GatewayBuckets {

    private static final String MAX_BUCKETS = "1000";

    /** A million buckets. */
    private static final int MAX_PAGES = 1_000;

    private final VersityAdminApi api;

    GatewayBuckets(VersityAdminApi api) {
        this.api = api;
    }

    /** Fails unless S3 answers the administrator, who may list all buckets there. */
    void check() {
        page("", "1");
    }

    boolean anyOf(PlatformUserId owner) {
        return owners().containsValue(owner.value());
    }

    List<PlatformBucket> of(PlatformUserId owner, String after, int limit) {
        List<String> names = owners().tailMap(after, false).entrySet().stream()
                .filter(bucket -> bucket.getValue().equals(owner.value()))
                .map(Map.Entry::getKey)
                .limit(limit)
                .toList();
        Map<String, Instant> times = names.isEmpty() ? Map.of() : times();
        return names.stream()
                .flatMap(name ->
                        Optional.ofNullable(times.get(name))
                                .map(time -> new PlatformBucket(name, owner, time))
                                .stream())
                .toList();
    }

    /** Gives all of the bucket away: what is in it belongs to it. Its policy and its ACL end with that. */
    void transfer(PlatformUserId from, PlatformUserId to, String bucket) {
        String owner = owners().getOrDefault(bucket, "");
        if (owner.equals(to.value())) {
            return;
        }
        if (!owner.equals(from.value())) {
            throw new PlatformException(Kind.NOT_FOUND, from.value() + " owns no bucket " + bucket + ".");
        }
        api.send(VersityRequest.order(api.admin(), "/change-bucket-owner", "give a bucket to another user")
                        .with("bucket", bucket)
                        .with("owner", to.value()))
                .required();
    }

    /** The access keys of the owners by the names of their buckets. */
    private NavigableMap<String, String> owners() {
        return api.send(VersityRequest.ask(api.admin(), "/list-buckets", "list its buckets"))
                .required()
                .read("ListBucketsResult", GatewayBuckets::readOwners);
    }

    private static NavigableMap<String, String> readOwners(XmlReader reader) {
        NavigableMap<String, String> owners = new TreeMap<>();
        for (String child = reader.nextChild(); child != null; child = reader.nextChild()) {
            if (!child.equals("Buckets")) {
                reader.skip();
                continue;
            }
            Map<String, String> bucket = texts(reader);
            owners.put(bucket.getOrDefault("Name", ""), bucket.getOrDefault("Owner", ""));
        }
        return owners;
    }

    /** When each bucket was created, or changed last: the gateway goes by the time of a folder. */
    private Map<String, Instant> times() {
        Map<String, Instant> times = new HashMap<>();
        String token = "";
        for (int i = 0; i < MAX_PAGES; i++) {
            Page page = page(token, MAX_BUCKETS);
            times.putAll(page.times());
            token = page.next();
            if (token.isEmpty()) {
                return times;
            }
        }
        throw new PlatformException(Kind.REJECTED, "The Versity S3 Gateway has more buckets than we look through.");
    }

    /** One page of all buckets; {@code next} is empty at the end. */
    private record Page(Map<String, Instant> times, String next) {}

    private Page page(String token, String limit) {
        VersityRequest request = VersityRequest.get(api.s3(), "/", "list buckets over S3");
        if (!token.isEmpty()) {
            request = request.with("continuation-token", token);
        }
        VersityRequest asked = request.with("max-buckets", limit);
        return api.send(asked).required().read("ListAllMyBucketsResult", reader -> {
            try {
                return readPage(reader);
            } catch (DateTimeException e) {
                throw asked.unanswered("its answer has a time that cannot be read");
            }
        });
    }

    private static Page readPage(XmlReader reader) {
        Map<String, Instant> times = new HashMap<>();
        String next = "";
        for (String child = reader.nextChild(); child != null; child = reader.nextChild()) {
            switch (child) {
                case "Buckets" -> readTimes(reader, times);
                case "ContinuationToken" -> next = reader.text();
                default -> reader.skip();
            }
        }
        return new Page(times, next);
    }

    private static void readTimes(XmlReader reader, Map<String, Instant> times) {
        for (String child = reader.nextChild(); child != null; child = reader.nextChild()) {
            Map<String, String> bucket = texts(reader);
            times.put(bucket.getOrDefault("Name", ""), Instant.parse(bucket.getOrDefault("CreationDate", "")));
        }
    }

    /** The texts of the open element's children by their names; closes the element. */
    private static Map<String, String> texts(XmlReader reader) {
        Map<String, String> texts = new HashMap<>();
        for (String child = reader.nextChild(); child != null; child = reader.nextChild()) {
            texts.put(child, reader.text());
        }
        return texts;
    }
}
