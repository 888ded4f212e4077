package dev.ose.server.platform.probe;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.document.ListingAnswer;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.transfer.WholeResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tests unusual keys and conditional writes. */
final class ObjectChecks {

    private static final int RIVALS = 4;

    /** Each key together with its decoded, merged or normalised form, which must stay distinct. */
    private static final List<String> KEYS = List.of(
            "x//b",
            "x/b",
            "/x/b",
            "x/./c",
            "x/c",
            "x/../d",
            "d",
            "x/e/",
            "x/e",
            "x%2Ff",
            "x/f",
            "x%25g",
            "x%g",
            "x+h",
            "x h",
            "x\u0001",
            "x\u00e4\u65e5\u672c\ud83d\ude00",
            "xa\u0308",
            "x?y=z&a;b");

    private ObjectChecks() {}

    static boolean keepsKeysExactly(ProbeBucket site) {
        return KEYS.stream().allMatch(key -> site.put(key, content(key)).isDone())
                && KEYS.stream().allMatch(key -> site.get(key).holds(content(key)))
                && listsAll(site);
    }

    private static boolean listsAll(ProbeBucket site) {
        ProbeAnswer reply = site.ask(ProbeCall.ofBucket("GET").query("encoding-type=url&max-keys=1000"));
        try {
            return reply.isDone()
                    && ListingAnswer.read(reply.body()).entries().stream()
                            .map(entry -> entry.key())
                            .collect(Collectors.toSet())
                            .containsAll(KEYS.stream().map(ObjectKey::new).toList());
        } catch (MalformedXmlException e) {
            return false;
        }
    }

    private static byte[] content(String key) {
        return ("at " + key).getBytes(StandardCharsets.UTF_8);
    }

    static boolean decidesConditions(ProbeBucket site) {
        List<CompletableFuture<WholeResponse>> rivals =
                Stream.generate(() -> site.begin(create("first"))).limit(RIVALS).toList();
        List<ProbeAnswer> outcomes = rivals.stream().map(site::join).toList();
        List<ProbeAnswer> won = outcomes.stream().filter(ProbeAnswer::isDone).toList();
        return won.size() == 1
                && outcomes.stream().allMatch(reply -> reply.isDone() || isConditionFailed(reply))
                && isConditionFailed(site.ask(create("second")))
                && isConditionFailed(site.ask(update(site, "\"00000000000000000000000000000000\"", "third")))
                && site.get("condition").holds(content("first"))
                && site.ask(update(site, won.getFirst().header("etag").orElse("none"), "fourth"))
                        .isDone()
                && site.get("condition").holds(content("fourth"));
    }

    private static ProbeCall create(String word) {
        return ProbeCall.ofObject("PUT", "condition").body(content(word)).header("if-none-match", "*");
    }

    private static ProbeCall update(ProbeBucket site, String tag, String word) {
        return ProbeCall.ofObject("PUT", "condition")
                .body(content(word))
                .header("if-match", site.visit().platform().writeCondition(tag));
    }

    static boolean isConditionFailed(ProbeAnswer reply) {
        return reply.status() == 412 || reply.status() == 409;
    }
}
