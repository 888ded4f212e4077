package dev.ose.it;

import static dev.ose.it.Comparison.Difference.differs;
import static dev.ose.it.Comparison.Difference.listsInstead;

import dev.ose.it.Comparison.Difference;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The same requests, sent to the node and to an independent S3 server, are answered the same: status, error code, and
 * significant headers and elements. A table lists the differences and their reasons.
 */
@ExtendWith(Servers.class)
final class ComparisonIT {

    private static final Difference NO_RANGE_TOLD =
            differs("S3 states the size with InvalidRange; the other server does not", "content-range");
    private static final Difference NO_VALIDATORS =
            differs("RFC 9110 wants a 304 to repeat them; the other server does not", "cache-control", "etag");
    private static final Difference NOT_ENCODED =
            differs("the other server ignores encoding-type", "<EncodingType>", "<Key>");
    private static final Difference NOT_CHECKED =
            listsInstead("the other server ignores encoding-type, which S3 checks");
    private static final Difference NOT_CHECKED_EITHER =
            listsInstead("the other server ignores encoding-type, which S3 checks", "<KeyCount>");
    private static final Map<String, Difference> DIFFERENCES = Map.ofEntries(
            Map.entry("get the range bytes=13-", NO_RANGE_TOLD),
            Map.entry("get a range of nothing", NO_RANGE_TOLD),
            Map.entry("get unless it is that", NO_VALIDATORS),
            Map.entry("look unless it is that", NO_VALIDATORS),
            Map.entry("list prefix=tree%2F&delimiter=%2F&encoding-type=url", NOT_ENCODED),
            Map.entry("list version 2 prefix=tree%2F&delimiter=%2F&encoding-type=url", NOT_ENCODED),
            Map.entry("list prefix=tree%2F&encoding-type=url", NOT_ENCODED),
            Map.entry("list version 2 prefix=tree%2F&encoding-type=url", NOT_ENCODED),
            Map.entry("list encoding-type=other", NOT_CHECKED),
            Map.entry("list version 2 encoding-type=other", NOT_CHECKED_EITHER),
            Map.entry(
                    "list prefix=tree%2F&max-keys=2",
                    differs("S3 returns the next marker only where there is a delimiter", "<NextMarker>")),
            Map.entry(
                    "complete in the wrong order",
                    differs("both are wrong here, and each server reports one of them", "<Code>")),
            Map.entry("delete several quietly", differs("the other server is not quiet", "<Key>")),
            Map.entry("get what was deleted", differs("S3 names the version of the delete marker", "version")),
            Map.entry(
                    "create it again",
                    differs("S3 has nothing against it in us-east-1", "<Code>", "content-type", "status")),
            Map.entry(
                    "abort it again",
                    differs("S3 takes the repetition for about a day", "<Code>", "content-type", "status")),
            Map.entry("malformed document", differs("S3 calls it MalformedXML", "<Code>")));

    @TestFactory
    Stream<DynamicTest> answersAreThoseOfAnotherServer(Node node, VersityServer versity) {
        return Comparison.of(node.target(Where.HTTP), versity.target(Where.HTTP))
                .tests(step -> DIFFERENCES.getOrDefault(step, ComparedSettings.DIFFERENCES.get(step)));
    }
}
