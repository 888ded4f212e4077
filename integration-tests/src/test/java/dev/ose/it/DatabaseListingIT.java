package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.osis.fixture.ServedPlatform;
import dev.ose.s3.UriEncoding;
import dev.ose.testkit.PostgresFixture;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two nodes of one cluster: one lists from the database, the other lets the platform list. Their answers are the same.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DatabaseListingIT {

    @RegisterExtension
    static final ServedPlatform SERVED = ServedPlatform.embedded();

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.empty();

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String BUCKET = "listed";
    private static final Pattern NEXT = Pattern.compile("<NextContinuationToken>(.*?)</NextContinuationToken>");
    private static final Pattern TOKENS = Pattern.compile("(<(?:Next)?ContinuationToken>).*?<");
    private static final Pattern LISTED = Pattern.compile("(?m)^ose_listings_from_database_total (\\S+)$");

    private static final List<String> KEYS = List.of(
            "a",
            "a b+c%",
            "a/1",
            "a/2",
            "a/b/1",
            "a/b/2",
            "b&<>\"'",
            "b/1",
            "c\u0001\n\t",
            "d/",
            "d//",
            "é/1",
            "é/2",
            "z\uffee",
            "z😀/1",
            "z😀/2");

    private static final List<String> QUESTIONS = List.of(
            "",
            "&max-keys=0",
            "&max-keys=1",
            "&max-keys=3",
            "&max-keys=5000",
            "&delimiter=%2F",
            "&delimiter=%2F&max-keys=1",
            "&delimiter=%2F&max-keys=2",
            "&delimiter=%2F&encoding-type=url",
            "&encoding-type=url&max-keys=4",
            "&prefix=a",
            "&prefix=a%2F&delimiter=%2F",
            "&prefix=a%2F&delimiter=%2F&max-keys=2",
            "&prefix=d%2F&delimiter=%2F",
            "&prefix=%C3%A9&delimiter=1&max-keys=1",
            "&prefix=none",
            "&prefix=none&delimiter=%2F",
            "&delimiter=b",
            "&start-after=b&max-keys=3",
            "&start-after=",
            "&start-after=zz&prefix=z",
            "&start-after=b&prefix=a",
            "&delimiter=%2F&start-after=a%2F1&max-keys=2",
            "&fetch-owner=true&max-keys=2");

    @TempDir
    static Path folder;

    private Node listing;
    private Node plain;

    @BeforeAll
    void start() {
        Map<String, String> options = SharedServices.options(
                folder,
                SERVED.endpoint(),
                POSTGRES.database().server(),
                POSTGRES.database().jdbcUrl());
        plain = Node.startEmpty("listing-plain", options);
        Map<String, String> more = new HashMap<>(options);
        more.put("oss.metadata.list", "true");
        listing = Node.startBeside(plain, "listing-database", more);
        S3Target target = plain.target(Where.HTTP);
        for (String bucket : List.of(BUCKET, "empty")) {
            Wire.send(target, SignedRequest.of("PUT", '/' + bucket)).assertStatus(200);
        }
        for (String key : KEYS) {
            Wire.send(
                            target,
                            SignedRequest.of("PUT", '/' + BUCKET + '/' + UriEncoding.encodePath(key))
                                    .body(key))
                    .assertStatus(200);
        }
        compare();
        Ports.await("a page from the database", LIMIT, () -> {
            list(listing, BUCKET, "");
            return listed() > 0;
        });
    }

    /** Rows have this node's times until their verification: requests it for every key. */
    private void compare() {
        // Rows follow the log of writes.
        Ports.await("a row of each key", LIMIT, () -> count("SELECT count(*) FROM object_info") == KEYS.size());
        change("INSERT INTO object_dirty (bucket_id, key) SELECT bucket_id, key FROM object_info ON CONFLICT DO"
                + " NOTHING");
        Ports.await("the platform's word on all keys", LIMIT, () -> count("SELECT count(*) FROM object_dirty") == 0);
        change("INSERT INTO sync_run (tenant_id, bucket_id) SELECT tenant_id, id FROM bucket");
        Ports.await("the comparisons", LIMIT, () -> count("SELECT count(*) FROM sync_run WHERE state = 'DONE'") == 2);
    }

    @AfterAll
    void stop() {
        if (listing != null) {
            listing.close();
        }
        if (plain != null) {
            plain.close();
        }
    }

    @Test
    void everyPageHasTheBytesOfThePlatforms() {
        for (String bucket : List.of(BUCKET, "empty")) {
            for (String question : QUESTIONS) {
                List<String> ours = walk(List.of(listing), bucket, question);

                assertThat(ours).as(bucket + question).isEqualTo(walk(List.of(plain), bucket, question));
            }
        }
        double before = listed();
        walk(List.of(listing), BUCKET, "&max-keys=3");
        assertThat(listed() - before).as("pages from the database").isEqualTo(Math.ceilDiv(KEYS.size(), 3));
    }

    @Test
    void walkGoesOnAtAnotherNodeThatDoesNotListFromTheDatabase() {
        for (String question : List.of("&max-keys=3", "&max-keys=2&delimiter=%2F&encoding-type=url")) {
            assertThat(walk(List.of(listing, plain), BUCKET, question))
                    .isEqualTo(walk(List.of(plain), BUCKET, question));
        }
    }

    @Test
    void pageWithADoubtfulKeyIsThePlatforms() {
        String bucket = "doubtful";
        Wire.send(plain.target(Where.HTTP), SignedRequest.of("PUT", '/' + bucket))
                .assertStatus(200);
        change("INSERT INTO sync_run (tenant_id, bucket_id, state, finished_at)"
                + " SELECT tenant_id, id, 'DONE', now() FROM bucket WHERE name = 'doubtful'");
        change("INSERT INTO object_dirty (bucket_id, key, due_at)"
                + " SELECT id, 'b', now() + interval '1 day' FROM bucket WHERE name = 'doubtful'");
        for (String key : List.of("a", "c", "d")) {
            Wire.send(plain.target(Where.HTTP), SignedRequest.of("PUT", '/' + bucket + '/' + key))
                    .assertStatus(200);
        }
        // The row of this one is wrong and not verified yet.
        change("UPDATE object_info SET key = 'b' WHERE key = 'c'");

        WireAnswer answer = list(listing, bucket, "");

        assertThat(answer.elements("Key")).containsExactly("a", "c", "d");
    }

    @Test
    void tokenThatWasTamperedWithIsRefused() {
        String token = next(list(listing, BUCKET, "&max-keys=1"));
        char last = token.charAt(token.length() - 5);
        String changed = token.substring(0, token.length() - 5)
                + (last == 'A' ? 'B' : 'A')
                + token.substring(token.length() - 4);

        list(listing, BUCKET, "&continuation-token=" + token).assertStatus(200);
        list(listing, BUCKET, "&continuation-token=" + changed).assertRefused(400, "InvalidArgument");
        list(listing, "empty", "&continuation-token=" + token).assertRefused(400, "InvalidArgument");
    }

    /** The pages of a walk on which the nodes take turns, without the tokens. */
    private static List<String> walk(List<Node> nodes, String bucket, String question) {
        List<String> pages = new ArrayList<>();
        String token = "";
        do {
            Node node = nodes.get(pages.size() % nodes.size());
            WireAnswer answer = list(node, bucket, question + (token.isEmpty() ? "" : "&continuation-token=" + token));
            answer.assertStatus(200);
            token = next(answer);
            pages.add(TOKENS.matcher(answer.text()).replaceAll("$1<"));
        } while (!token.isEmpty());
        return pages;
    }

    private static WireAnswer list(Node node, String bucket, String question) {
        return Wire.send(node.target(Where.HTTP), SignedRequest.of("GET", '/' + bucket + "?list-type=2" + question));
    }

    private static String next(WireAnswer answer) {
        Matcher next = NEXT.matcher(answer.text());
        return next.find() ? next.group(1) : "";
    }

    private double listed() {
        Matcher line = LISTED.matcher(listing.admin().text("/metrics/prometheus"));
        return line.find() ? Double.parseDouble(line.group(1)) : 0;
    }

    private static void change(String sql) {
        try (Connection connection = POSTGRES.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static long count(String sql) {
        try (Connection connection = POSTGRES.dataSource().getConnection();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
