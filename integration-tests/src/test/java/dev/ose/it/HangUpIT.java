package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Clients disconnect at every stage of a request: a node logs that in single lines, never in stack traces. */
final class HangUpIT {

    private static final int MANY_BYTES = 3_000_000;

    @Test
    void clientsThatHangUpLeaveNoStackTraceInTheLog() throws IOException {
        Node node = Node.startEmpty("hang-ups");
        try {
            S3Target plain = node.target(Where.HTTP);
            Wire.send(plain, SignedRequest.of("PUT", "/hang-ups")).assertStatus(200);
            Wire.send(plain, SignedRequest.of("PUT", "/hang-ups/big").body(Samples.bytes(1, MANY_BYTES)))
                    .assertStatus(200);

            for (Where where : Where.values()) {
                for (Ending ending : Ending.values()) {
                    hangUpWhileAsking(node.target(where), ending);
                    hangUpWhileBeingAnswered(node.target(where), ending);
                }
            }
            hangUpBeforeTls(node.target(Where.HTTPS));
            hangUpWhileAdministering(node.mounted());

            Wire.send(plain, SignedRequest.of("HEAD", "/hang-ups/big")).assertStatus(200);
        } finally {
            node.close();
        }
        assertThat(tracesIn(node.data())).isEmpty();
    }

    /** How a connection goes: with an end that the other side sees, or broken. */
    private enum Ending {
        CLOSED,
        RESET
    }

    private static void end(Wire wire, Ending ending) {
        switch (ending) {
            case CLOSED -> wire.close();
            case RESET -> wire.reset();
        }
    }

    private static void hangUpWhileAsking(S3Target target, Ending ending) {
        List<byte[]> requests = List.of(
                SignedRequest.of("GET", "/hang-ups/big").bytes(target),
                SignedRequest.of("PUT", "/hang-ups/small")
                        .body(Samples.bytes(2, 500))
                        .bytes(target),
                SignedRequest.of("PUT", "/hang-ups/large")
                        .body(Samples.bytes(3, MANY_BYTES))
                        .bytes(target),
                SignedRequest.of("POST", "/hang-ups?delete=")
                        .body("<Delete><Object>")
                        .bytes(target),
                SignedRequest.of("PUT", "/hang-ups?tagging=").body("<Tagging>").bytes(target));
        for (byte[] request : requests) {
            int head = new String(request, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n") + 4;
            for (int sent : new int[] {0, 3, head / 2, head, (head + request.length) / 2, request.length}) {
                Wire wire = Wire.connect(target);
                wire.write(Arrays.copyOf(request, sent));
                end(wire, ending);
            }
        }
    }

    private static void hangUpWhileBeingAnswered(S3Target target, Ending ending) {
        for (String path : List.of("/hang-ups/big", "/hang-ups?list-type=2", "/", "/hang-ups/not-there")) {
            Wire wire = Wire.connect(target);
            wire.write(SignedRequest.of("GET", path).bytes(target));
            assertThat(wire.readSome()).isNotEmpty();
            end(wire, ending);
        }
    }

    /** A connection to the port of TLS without its handshake, and with something else. */
    private static void hangUpBeforeTls(S3Target target) {
        S3Target bare = new S3Target(
                URI.create(target.endpoint().toString().replace("https:", "http:")),
                target.accessKey(),
                target.secretKey(),
                null,
                target.server());
        for (byte[] some : List.of(
                new byte[0],
                new byte[] {22, 3, 1, 2, 0, 1},
                "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII))) {
            for (Ending ending : Ending.values()) {
                Wire wire = Wire.connect(bare);
                wire.write(some);
                end(wire, ending);
            }
        }
    }

    private static void hangUpWhileAdministering(S3Target admin) {
        String head = "POST /api/v1/admin/tenants HTTP/1.1\r\nHost: " + admin.host()
                + "\r\n"
                + "Authorization: Basic eDp5\r\n"
                + "Content-Type: application/json\r\n"
                + "Content-Length: 100\r\n\r\n"
                + "{\"name\":";
        for (int sent : new int[] {0, 10, head.indexOf('{'), head.length()}) {
            for (Ending ending : Ending.values()) {
                Wire wire = Wire.connect(admin);
                wire.write(head.substring(0, sent));
                end(wire, ending);
            }
        }
    }

    /** Log lines that belong to stack traces or have the level ERROR. */
    private static List<String> tracesIn(Path directory) throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files =
                Files.find(directory, 3, (file, _) -> file.toString().endsWith(".log"))) {
            List<Path> logs = files.toList();
            assertThat(logs).isNotEmpty();
            for (Path log : logs) {
                Files.readString(log)
                        .lines()
                        .filter(line ->
                                line.startsWith("\tat ") || line.contains("Exception") || line.contains(" ERROR "))
                        .forEach(found::add);
            }
        }
        return found;
    }
}
