package dev.ose.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.it.S3Target;
import dev.ose.it.Servers;
import dev.ose.it.Servers.Front;
import dev.ose.it.SignedRequest;
import dev.ose.it.Where;
import dev.ose.it.Wire;
import dev.ose.it.WireAnswer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Request smuggling (CVE-2026-28367, CVE-2026-28368, CVE-2026-28369 and their like): whatever a client sends, directly
 * or through a load balancer, the platform performs exactly the answered requests, each answer belongs to its request,
 * and a request hidden in a body is not performed.
 */
@ExtendWith(Servers.class)
final class SmugglingIT {

    @TestFactory
    Stream<DynamicTest> straight(Servers.Fronts fronts) {
        return new Battery(fronts, Front.DIRECT).tests();
    }

    @TestFactory
    Stream<DynamicTest> behindNginx(Servers.Fronts fronts) {
        return new Battery(fronts, Front.NGINX).tests();
    }

    @TestFactory
    Stream<DynamicTest> behindHaproxy(Servers.Fronts fronts) {
        return new Battery(fronts, Front.HAPROXY).tests();
    }

    /**
     * Where a load balancer takes a line for no framing at all, as it may, what follows is the next request for it and
     * the node alike: nothing is hidden, and three answers are right. These are the lines.
     */
    private static List<String> plainlyAnotherHeader(Front front) {
        return switch (front) {
            case DIRECT -> List.of();
            case NGINX ->
                List.of(
                        "Transfer_Encoding:",
                        "Content_Length:",
                        "Transfer-Encoding;:",
                        "~a0Transfer-Encoding:",
                        "~a0Content-Length:");
            // A folded line continues the header before it.
            case HAPROXY ->
                List.of(
                        "Transfer_Encoding:",
                        "Content_Length:",
                        " Content-Length:",
                        "X: y~0d~0a Content-Length:",
                        "X: y~0d~0a Transfer-Encoding:");
        };
    }

    /** All cases on one way to the node, and in the end the look at what the platform has. */
    private static final class Battery {

        private final Set<String> acknowledged = new TreeSet<>();
        private final String bucket = "smuggling-" + UUID.randomUUID();
        private final S3Target target;
        private final S3Target node;
        private final Front front;

        Battery(Servers.Fronts fronts, Front front) {
            this.front = front;
            node = fronts.target(Front.DIRECT, Where.HTTP);
            target = fronts.target(front, Where.HTTP);
            Wire.send(node, SignedRequest.of("PUT", '/' + bucket)).assertStatus(200);
        }

        Stream<DynamicTest> tests() {
            List<SmugglingCases.Case> cases = SmugglingCases.all();
            assertThat(cases).hasSizeGreaterThanOrEqualTo(400);
            return Stream.concat(
                    IntStream.range(0, cases.size())
                            .mapToObj(number -> DynamicTest.dynamicTest(
                                    cases.get(number).name(), () -> attack(number, cases.get(number)))),
                    Stream.of(DynamicTest.dynamicTest(
                            "platform did what was answered and nothing else", this::compareWithThePlatform)));
        }

        /** The platform holds what was acknowledged, so it got no request that no client got an answer to. */
        private void compareWithThePlatform() {
            Set<String> stored = new TreeSet<>();
            WireAnswer page;
            String last = "";
            do {
                page = Wire.send(node, SignedRequest.of("GET", '/' + bucket + "?list-type=2&start-after=" + last));
                page.assertStatus(200);
                stored.addAll(page.elements("Key"));
                last = page.elements("Key").isEmpty()
                        ? ""
                        : page.elements("Key").getLast();
            } while (page.element("IsTruncated").equals("true"));

            assertThat(stored).isEqualTo(acknowledged);
        }

        private void attack(int number, SmugglingCases.Case attack) {
            String first = "first-" + number;
            String hidden = "hidden-" + number;
            String last = "last-" + number;
            String bytes = attack.bytes(head(attack, first), put(hidden), get(last));

            List<WireAnswer> answers;
            try (Wire wire = Wire.connect(target)) {
                wire.write(bytes);
                answers = wire.answersToTheEnd(List.of(attack.method(), "PUT", "GET"));
            }

            if (answers.size() == 3 && isPlain(attack)) {
                WireAnswer second = answers.remove(1);
                if (second.status() == 200) {
                    acknowledged.add(hidden);
                }
            }
            assertThat(answers).as(shown(bytes)).isNotEmpty().hasSizeLessThanOrEqualTo(2);
            assertBelongs(answers.getFirst(), first);
            if (attack.method().equals("PUT") && answers.getFirst().status() == 200) {
                acknowledged.add(first);
            }
            if (answers.size() == 2) {
                assertThat(answers.getLast().status()).as(shown(bytes)).isGreaterThanOrEqualTo(400);
                assertBelongs(answers.getLast(), last);
            }
        }

        private boolean isPlain(SmugglingCases.Case attack) {
            String line = attack.name().substring(attack.method().length() + 1);
            return plainlyAnotherHeader(front).stream().anyMatch(line::startsWith);
        }

        /** An answer about another key is one to another request. */
        private static void assertBelongs(WireAnswer answer, String key) {
            assertThat(answer.element("Key")).isIn("", key);
        }

        private String head(SmugglingCases.Case attack, String key) {
            String head = latin1(SignedRequest.of(attack.method(), '/' + bucket + '/' + key)
                    .payload("UNSIGNED-PAYLOAD")
                    .withoutLength()
                    .head(target));
            return head.substring(0, head.length() - "\r\n".length()).replaceFirst("HTTP/1\\.1", attack.version());
        }

        private String put(String key) {
            return latin1(
                    SignedRequest.of("PUT", '/' + bucket + '/' + key).body("x").bytes(target));
        }

        private String get(String key) {
            return latin1(SignedRequest.of("GET", '/' + bucket + '/' + key)
                    .unsigned("Connection", "close")
                    .bytes(target));
        }

        private static String latin1(byte[] bytes) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }

        /** The sent bytes without signatures. */
        private static String shown(String bytes) {
            List<String> lines = new ArrayList<>(bytes.lines().toList());
            lines.removeIf(line -> line.startsWith("Authorization:"));
            return String.join("\n", lines);
        }
    }
}
