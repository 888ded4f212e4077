package dev.ose.it.security;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Requests that hide a second one where only a parser of another opinion would find it: what proxies and servers have
 * been known to read differently, in each combination. Every one is whole in each reading, so that no parser waits for
 * more.
 */
final class SmugglingCases {

    /**
     * @param method of the request that is meant to be seen
     * @param body what follows its own headers, from the first doubtful one to the end of its body, around what is
     *     hidden
     */
    record Case(String name, String method, String version, UnaryOperator<String> body) {

        /** All bytes, between the head that is meant to be seen, without its last line, and what follows. */
        String bytes(String head, String hidden, String next) {
            return head + body.apply(hidden) + next;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final String CHUNKED = "Transfer-Encoding: chunked";
    private static final String LAST_CHUNK = "0\r\n\r\n";

    private static final List<String> CODINGS = List.of(
            "chunked",
            "Chunked",
            "CHUNKED",
            "chunked ",
            "\tchunked",
            "chunked\t",
            "\u000bchunked",
            "\u000cchunked",
            "chunked\u0000",
            "\u0000chunked",
            "chunked\u00a0",
            "xchunked",
            "chunkedx",
            "chunke",
            "chunk ed",
            "chunked, identity",
            "identity, chunked",
            "gzip, chunked",
            "chunked, chunked",
            "chunked,",
            ",chunked",
            "chunked;q=1",
            "\"chunked\"",
            "'chunked'",
            "identity",
            "",
            "deflate",
            "\r\n chunked",
            "chun\r\n ked",
            "\r\n\tchunked",
            "ch\u00fcnked");

    /** Lines that some parser takes for the header and another does not. */
    private static final List<String> CODING_LINES = List.of(
            "Transfer-Encoding:chunked",
            "transfer-encoding: chunked",
            "Transfer-Encoding : chunked",
            "Transfer-Encoding\t: chunked",
            " Transfer-Encoding: chunked",
            "\tTransfer-Encoding: chunked",
            "Transfer_Encoding: chunked",
            "Transfer-Encoding\u0000: chunked",
            "\u0000Transfer-Encoding: chunked",
            "\u00a0Transfer-Encoding: chunked",
            "X: y\nTransfer-Encoding: chunked",
            "X: y\rTransfer-Encoding: chunked",
            "X: y\n\rTransfer-Encoding: chunked",
            "X: y\r\n Transfer-Encoding: chunked",
            "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
            "Transfer-Encoding;: chunked",
            "Transfer-Encoding chunked",
            ":Transfer-Encoding: chunked",
            "Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked");

    private static final List<String> LENGTHS = List.of(
            "+%d",
            "-%d",
            "0%d",
            "000000000000000000%d",
            "%d,%<d",
            "%d, %<d",
            "0, %d",
            "%d, 0",
            "%dx",
            "x%d",
            "0x%x",
            "%d.0",
            "%de0",
            "%d;",
            "\"%d\"",
            "%d %<d",
            "0 %d",
            "%d 0",
            " %d",
            "%d ",
            "\t%d",
            "%d\t",
            "\u000b%d",
            "%d\u0000",
            "\u0000%d",
            "%d\u00a0",
            "\r\n %d",
            "",
            "(%d)",
            "%d_0",
            "0%o");

    private static final List<String> LENGTH_LINES = List.of(
            "Content-Length:%d",
            "content-length: %d",
            "Content-Length : %d",
            "Content-Length\t: %d",
            " Content-Length: %d",
            "Content_Length: %d",
            "Content-Length\u0000: %d",
            "\u00a0Content-Length: %d",
            "X: y\nContent-Length: %d",
            "X: y\rContent-Length: %d",
            "X: y\r\n Content-Length: %d",
            "Content-Length %d",
            "Connection: Content-Length\r\nContent-Length: %d",
            "Connection: keep-alive, content-length\r\nContent-Length: %d",
            "Expect: 100-continue\r\nContent-Length: %d",
            "Expect: 100-continue, x\r\nContent-Length: %d",
            "Expect: y\r\nContent-Length: %d",
            "Expect: y 100-continue\r\nContent-Length: %d",
            "Expect: 100-continue\r\nExpect: y\r\nContent-Length: %d",
            "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n"
                    .concat("Content-Length: %d"),
            "Upgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: %d",
            "Content-Length: %d\r\nContent-Length: %<d",
            "Content-Length: 0\r\nContent-Length: %d",
            "Content-Length: %d\r\nContent-Length: 0",
            "Content-Length: 0\r\ncontent-length: %d",
            "Content-Length: %d\r\nX: y\r\ncontent-length: 0",
            "Content-Length: 0\r\n Content-Length: %d",
            "Content-Length: 0\nContent-Length: %d",
            "Content-Length: %d\rContent-Length: 0");

    private static final List<String> CHUNK_LINES = List.of(
            "%x\n",
            "%x\r",
            " %x\r\n",
            "%x \r\n",
            "\t%x\r\n",
            "%x\t\r\n",
            "+%x\r\n",
            "-%x\r\n",
            "0x%x\r\n",
            "%x;\r\n",
            "%x;a\r\n",
            "%x;a=b\r\n",
            "%x;a=\"\r\n",
            "%x;a\nb\r\n",
            "%x;a\rb\r\n",
            "%x;\n",
            "%x ; a\r\n",
            "%x,%<x\r\n",
            "%x\u0000\r\n",
            "%x\u00a0\r\n",
            "1000000000000000000%x\r\n",
            "00000000000000000%x\r\n",
            "%xg\r\n",
            "g%x\r\n",
            "%x.0\r\n",
            "\"%x\"\r\n",
            "%d h\r\n",
            "\r\n%x\r\n",
            "%x\r\r\n",
            "%x;%s\r\n");

    private final List<Case> cases = new ArrayList<>();

    private SmugglingCases() {}

    static List<Case> all() {
        SmugglingCases made = new SmugglingCases();
        CODINGS.forEach(coding -> made.addCoding("Transfer-Encoding: " + coding));
        CODING_LINES.forEach(made::addCoding);
        for (String method : List.of("GET", "PUT", "POST", "DELETE")) {
            LENGTHS.forEach(length -> made.addLength(method, "Content-Length: " + length));
            LENGTH_LINES.forEach(line -> made.addLength(method, line));
        }
        CHUNK_LINES.forEach(made::addChunk);
        made.addChunkEnds();
        made.addVersions();
        return made.cases;
    }

    private void add(String name, String method, UnaryOperator<String> body) {
        add(name, method, "HTTP/1.1", body);
    }

    private void add(String name, String method, String version, UnaryOperator<String> body) {
        cases.add(new Case(method + ' ' + printable(name), method, version, body));
    }

    private static String chunked(String hidden) {
        return Integer.toHexString(hidden.length()) + "\r\n" + hidden + "\r\n" + LAST_CHUNK;
    }

    private static String printable(String name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            text.append(c >= ' ' && c < 0x7f ? String.valueOf(c) : "~%02x".formatted((int) c));
        }
        return text.toString();
    }

    /**
     * Who believes the length sees a body; who believes the chunks sees its end, and what is hidden, or the reverse.
     */
    private void addCoding(String line) {
        for (String method : List.of("PUT", "POST", "GET")) {
            add(line + " after a length for all", method, hidden -> {
                String body = LAST_CHUNK + hidden;
                return "Content-Length: " + body.length() + "\r\n" + line + "\r\n\r\n" + body;
            });
            add(line + " before a length for all", method, hidden -> {
                String body = LAST_CHUNK + hidden;
                return line + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
            });
            add(line + " after a length for the first line", method, hidden -> {
                int first = Integer.toHexString(hidden.length()).length() + 2;
                return "Content-Length: " + first + "\r\n" + line + "\r\n\r\n" + chunked(hidden);
            });
        }
        add(line + " alone", "PUT", hidden -> line + "\r\n\r\n" + chunked(hidden));
    }

    /** Who does not believe the length, or reads another, sees what is hidden. */
    private void addLength(String method, String line) {
        add(line + " over a request", method, hidden -> line.formatted(hidden.length()) + "\r\n\r\n" + hidden);
    }

    /** Who reads another size, or none, sees what is hidden. */
    private void addChunk(String line) {
        add(
                "chunk line " + line,
                "PUT",
                hidden -> CHUNKED + "\r\n\r\n" + line.formatted(hidden.length(), "x") + hidden + "\r\n" + LAST_CHUNK);
    }

    private void addChunkEnds() {
        for (String end : List.of("\n", "\r", "", "\r\r\n", "x\r\n", "\n\r", "\r\n\r\n")) {
            add("after the data " + end, "PUT", hidden -> CHUNKED + "\r\n\r\n3\r\nabc" + end + chunked(hidden));
        }
        for (String end :
                List.of("0\n\n", "0\r\n\n", "0\n\r\n", "00\r\n\r\n", "0;x\r\n\r\n", "0\r\nX: y\n\n", "0\r\n\r\r\n")) {
            add("last chunk " + end, "PUT", hidden -> {
                String body = end + hidden;
                return CHUNKED + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
            });
        }
        for (String trailer :
                List.of("Content-Length: %d", "Transfer-Encoding: chunked", "Host: other", "X : y", "X: y\n")) {
            add(
                    "trailer " + trailer,
                    "PUT",
                    hidden -> CHUNKED + "\r\n\r\n0\r\n" + trailer.formatted(hidden.length()) + "\r\n\r\n");
        }
    }

    private void addVersions() {
        for (String version :
                List.of("HTTP/1.0", "HTTP/1.2", "HTTP/0.9", "HTTP/2.0", "http/1.1", "HTTP/1.1 ", "HTTP/01.1")) {
            add(version + " with chunks", "PUT", version, hidden -> {
                String body = LAST_CHUNK + hidden;
                return CHUNKED + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
            });
            add(version + " with chunks alone", "PUT", version, hidden -> CHUNKED + "\r\n\r\n" + chunked(hidden));
            add(
                    version + " with a length",
                    "PUT",
                    version,
                    hidden -> "Content-Length: " + hidden.length() + "\r\n\r\n" + hidden);
        }
    }
}
