package dev.ose.server.http.framing;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Requests with valid and invalid framing, with the expected verdicts. */
public final class FramingCases {

    /**
     * Bytes of a connection up to the fault or the end of the last request.
     *
     * @param fault the expected fault; absent if none
     * @param requests the number of complete, valid heads
     */
    public record Case(String name, String bytes, @Nullable FramingFault fault, int requests) {

        @Override
        public String toString() {
            return name;
        }

        boolean isFaultInBody() {
            return fault != null && requests > 0;
        }
    }

    private static final String HOST = "Host: s3.example.com\r\n";

    private final List<Case> cases = new ArrayList<>();

    private FramingCases() {}

    static Stream<Case> all() {
        FramingCases cases = new FramingCases();
        cases.addGood();
        cases.addGoodBodies();
        cases.addRequestLines();
        cases.addTargets();
        cases.addHosts();
        cases.addLengths();
        cases.addCodings();
        cases.addFieldLines();
        cases.addLimits();
        cases.addExpectations();
        cases.addChunks();
        cases.addTrailers();
        return cases.cases.stream();
    }

    static Stream<Case> good() {
        return all().filter(c -> c.fault() == null);
    }

    static Stream<Case> refused() {
        return all().filter(c -> c.fault() != null && !c.isFaultInBody());
    }

    static Stream<Case> brokenBodies() {
        return all().filter(Case::isFaultInBody);
    }

    private void good(String name, int requests, String bytes) {
        cases.add(new Case(name, bytes, null, requests));
    }

    private void bad(String name, FramingFault fault, String bytes) {
        cases.add(new Case(name, bytes, fault, 0));
    }

    private void badBody(String name, FramingFault fault, String bytes) {
        cases.add(new Case(name, bytes, fault, 1));
    }

    private static String get(String target) {
        return "GET " + target + " HTTP/1.1\r\n" + HOST + "\r\n";
    }

    private static String put(String headers) {
        return "PUT /k HTTP/1.1\r\n" + HOST + headers + "\r\n";
    }

    private static String chunked(String body) {
        return put("Transfer-Encoding: chunked\r\n") + body;
    }

    private void addGood() {
        for (String method : List.of("GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS", "PATCH")) {
            good("method " + method, 1, method + " /k HTTP/1.1\r\n" + HOST + "\r\n");
        }
        good("HTTP/1.0", 1, "GET /k HTTP/1.0\r\n" + HOST + "\r\n");
        good("two in a row", 2, get("/a") + get("/b"));
        good("header without a space", 1, "GET /k HTTP/1.1\r\nHost:s3\r\n\r\n");
        good("empty header value", 1, put("x-amz-meta-a:\r\n"));
        good("empty header value after a space", 1, put("x-amz-meta-a: \r\n"));
        good("tab in a value", 1, put("x-amz-meta-a: a\tb\r\n"));
        good("high bytes in a value", 1, put("x-amz-meta-a: \u00e9\u00ff\u0080\r\n"));
        good("underscore in a metadata name", 1, put("x-amz-meta-a_b: 1\r\n"));
        good("underscore elsewhere", 1, put("x_forwarded_for: 1\r\n"));
        good("underscore in a name that begins like one that frames", 1, put("content_length_x: 1\r\n"));
        good("every token character in a name", 1, put("a!#$%&'*+-.^_`|~9Z: 1\r\n"));
        good("offer of cleartext HTTP/2", 1, put("Connection: Upgrade\r\nUpgrade: h2c\r\n"));
        good("hundred headers", 1, put("a: b\r\n".repeat(99)));
        for (String host : List.of("a", "a.b:80", "127.0.0.1:65535", "[::1]", "[::1]:9000", "a_b", "UPPER.case")) {
            good("host " + host, 1, "GET /k HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        }
        for (String target : List.of(
                "/",
                "/b/k?acl",
                "/?",
                "/b//k/../.",
                "/b/a;v=1/c",
                "/%41%2f%2F",
                "/a|b{c}^d\"e\\f`g",
                "/\u00c3\u00a9",
                "/?a=b?c=d&&=",
                "/[x]",
                "/*")) {
            good("target " + target, 1, get(target));
        }
    }

    private void addGoodBodies() {
        good("no body declared", 2, put("Content-Length: 0\r\n") + get("/b"));
        good("body", 2, put("Content-Length: 5\r\n") + "GET /" + get("/b"));
        good("length with zeros before it", 2, put("Content-Length: 00005\r\n") + "hello" + get("/b"));
        good("length after spaces", 2, put("Content-Length:   5\r\n") + "hello" + get("/b"));
        good("length in odd case", 2, put("cOnTeNt-LeNgTh: 5\r\n") + "hello" + get("/b"));
        good("GET with a body", 2, "GET /k HTTP/1.1\r\n" + HOST + "Content-Length: 3\r\n\r\nabc" + get("/b"));
        good("empty chunked body", 2, chunked("0\r\n\r\n") + get("/b"));
        good("chunks", 2, chunked("5\r\nhello\r\nA\r\n0123456789\r\n0\r\n\r\n") + get("/b"));
        good(
                "chunk size in lower and upper case",
                2,
                chunked("a\r\n0123456789\r\nA\r\n0123456789\r\n0\r\n\r\n") + get("/b"));
        good("chunk size with zeros before it", 2, chunked("0000000000000003\r\nabc\r\n000\r\n\r\n") + get("/b"));
        good("chunk extensions", 2, chunked("3;a=\"b c\"\r\nabc\r\n0;x\r\n\r\n") + get("/b"));
        good("line ends within a chunk", 2, chunked("4\r\n\r\n\r\n\r\n0\r\n\r\n") + get("/b"));
        good("trailers", 2, chunked("3\r\nabc\r\n0\r\nx-amz-checksum-crc32: AAAA==\r\nb: c\r\n\r\n") + get("/b"));
        good("HTTP/1.1 expecting to continue", 1, put("Expect: 100-Continue\r\nContent-Length: 0\r\n"));
    }

    private void addRequestLines() {
        for (String method :
                List.of("get", "PATCHX", "TRACE", "CONNECT", "PROPFIND", "PRI", "GETX", "G", "XXXXXXXXX")) {
            bad("method " + method, FramingFault.METHOD, method + " /k HTTP/1.1\r\n" + HOST + "\r\n");
        }
        bad("no method", FramingFault.METHOD, " /k HTTP/1.1\r\n" + HOST + "\r\n");
        bad("line before the request", FramingFault.REQUEST_LINE, "\r\n" + get("/k"));
        bad("tab after the method", FramingFault.REQUEST_LINE, "GET\t/k HTTP/1.1\r\n" + HOST + "\r\n");
        bad("TLS hello", FramingFault.REQUEST_LINE, "\u0016\u0003\u0001\u0002\u0000\u0001");
        bad("NUL in the method", FramingFault.REQUEST_LINE, "G\u0000T /k HTTP/1.1\r\n" + HOST + "\r\n");
        bad("HTTP/2 prior knowledge", FramingFault.METHOD, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        for (String version : List.of(
                "HTTP/1.2",
                "HTTP/2.0",
                "HTTP/9.9",
                "HTTP/0.9",
                "HTTP/1.10",
                "HTTP/1.1 ",
                " HTTP/1.1",
                "http/1.1",
                "HTTP/11",
                "X")) {
            bad("version " + version, FramingFault.VERSION, "GET /k " + version + "\r\n" + HOST + "\r\n");
        }
        bad("no version", FramingFault.VERSION, "GET /k\r\n" + HOST + "\r\n");
        bad("empty version", FramingFault.VERSION, "GET /k \r\n" + HOST + "\r\n");
        bad("space in the target", FramingFault.VERSION, "GET /k k HTTP/1.1\r\n" + HOST + "\r\n");
        bad("request line ending in LF", FramingFault.VERSION, "GET /k HTTP/1.1\n" + HOST + "\r\n");
        bad("request line with CR alone", FramingFault.LINE_END, "GET /k HTTP/1.1\r" + HOST + "\r\n");
        bad("fault in the second request's first octet", FramingFault.REQUEST_LINE, get("/a") + "\r\n");
        bad("fault in the second request", FramingFault.METHOD, get("/a") + "TRACE /b HTTP/1.1\r\n" + HOST + "\r\n");
    }

    private void addTargets() {
        for (String target : List.of(
                "http://other/k",
                "*",
                "k",
                "?x",
                "#",
                "//".substring(2) + "%2f",
                "/a#b",
                "/%",
                "/%z",
                "/%zz",
                "/%4",
                "/%4g",
                "/?a=%",
                "/?a=%zz",
                "/\u0001",
                "/\u007f",
                "/\u0000",
                "/a\tb",
                "/%\u0661\u0661".substring(0, 2) + "\u00b2")) {
            bad("target " + target, FramingFault.TARGET, get(target));
        }
        bad("empty target", FramingFault.TARGET, "GET  HTTP/1.1\r\n" + HOST + "\r\n");
    }

    private void addHosts() {
        bad("no host", FramingFault.HOST, "GET /k HTTP/1.1\r\n\r\n");
        bad("no host in HTTP/1.0", FramingFault.HOST, "GET /k HTTP/1.0\r\n\r\n");
        bad("two hosts", FramingFault.HOST, "GET /k HTTP/1.1\r\n" + HOST + HOST + "\r\n");
        bad("two hosts apart", FramingFault.HOST, "GET /k HTTP/1.1\r\n" + HOST + "a: b\r\nhOST: other\r\n\r\n");
        for (String host : List.of(
                "",
                "a b",
                "a,b",
                "a/b",
                "u@a",
                "a:b",
                "a:",
                ":80",
                "a:999999",
                "a:65536",
                "a:-1",
                "[::1",
                "::1",
                "[]",
                "[::1]x",
                "[gg]",
                "a%2f",
                "\u00e9",
                "a ",
                "a".repeat(262),
                "a".repeat(400),
                "a?b",
                "a#b",
                "a\\b")) {
            bad("host '" + host + "'", FramingFault.HOST, "GET /k HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        }
    }

    private void addLengths() {
        for (String length : List.of(
                "",
                "+5",
                "-5",
                "5, 5",
                "5,5",
                "0x5",
                "5 5",
                "5 ",
                "\t5",
                "5\t",
                "5.0",
                "5e1",
                "a",
                "\u00b2",
                "1234567890123456",
                "18446744073709551621",
                "9223372036854775808",
                "99999999999999999999999",
                "0000000000000005",
                "5;",
                "\"5\"")) {
            bad("length '" + length + "'", FramingFault.LENGTH, put("Content-Length: " + length + "\r\n"));
        }
        bad("two lengths", FramingFault.LENGTH, put("Content-Length: 5\r\nContent-Length: 5\r\n"));
        bad("two different lengths", FramingFault.LENGTH, put("Content-Length: 5\r\ncontent-length: 6\r\n"));
    }

    private void addCodings() {
        for (String coding : List.of(
                "",
                "gzip",
                "xchunked",
                "chunked, identity",
                "chunked, chunked",
                "identity",
                "Chunked",
                "chunked ",
                "\tchunked",
                "\u000bchunked".substring(1) + ";q=1",
                "chunke",
                "'chunked'",
                "chunked,",
                ",chunked",
                "identity, chunked")) {
            bad("coding '" + coding + "'", FramingFault.CODING, put("Transfer-Encoding: " + coding + "\r\n"));
        }
        String chunked = "Transfer-Encoding: chunked\r\n";
        bad("two codings", FramingFault.CODING, put(chunked + chunked));
        bad("coding and length", FramingFault.CODING_IN_DOUBT, put(chunked + "Content-Length: 5\r\n"));
        bad("length and coding", FramingFault.CODING_IN_DOUBT, put("Content-Length: 0\r\n" + chunked));
        bad("coding in HTTP/1.0", FramingFault.CODING_IN_DOUBT, "PUT /k HTTP/1.0\r\n" + HOST + chunked + "\r\n");
    }

    private void addFieldLines() {
        bad("folded line", FramingFault.FOLDING, put("a: b\r\n c\r\n"));
        bad("folded with a tab", FramingFault.FOLDING, put("a: b\r\n\tc\r\n"));
        bad("folded length", FramingFault.LENGTH, put("Content-Length:\r\n 5\r\n"));
        bad("space before the first header", FramingFault.FOLDING, "GET /k HTTP/1.1\r\n " + HOST + "\r\n");
        bad("header ending in LF", FramingFault.LINE_END, put("a: b\nc: d\r\n"));
        bad("head ending in LF", FramingFault.LINE_END, "GET /k HTTP/1.1\r\n" + HOST + "\n");
        bad("CR alone in a value", FramingFault.LINE_END, put("a: b\rc: d\r\n"));
        bad("two CRs", FramingFault.LINE_END, put("a: b\r\r\n"));
        bad("CR alone ending the head", FramingFault.LINE_END, "GET /k HTTP/1.1\r\n" + HOST + "\rX");
        bad("header without a colon", FramingFault.LINE_END, put("abc\r\n"));
        for (String name : List.of(
                "",
                "a ",
                "a\t",
                "a b",
                "a\u0000",
                "\u00e9",
                "a(b",
                "a/b",
                "a@b",
                "Content-Length ",
                "Transfer-Encoding\t",
                "\u000b",
                "x_amz_acl",
                "x-amz_acl",
                "X_Amz-Copy-Source",
                "x_amz_",
                "Content_Length",
                "transfer_encoding")) {
            bad("name '" + name + "'", FramingFault.HEADER_NAME, put(name + ": 5\r\n"));
        }
        for (String value : List.of("a\u0000b", "\u0001", "a\u001fb", "a\u007fb", "\u000b", "\u000c", "a\u0008")) {
            bad(
                    "value " + Integer.toHexString(value.charAt(value.length() / 2)),
                    FramingFault.HEADER_VALUE,
                    put("a: " + value + "\r\n"));
        }
    }

    private void addLimits() {
        bad("101 headers", FramingFault.HEADER_COUNT, put("a: b\r\n".repeat(100)));
        bad("long target", FramingFault.HEAD_SIZE, get("/" + "a".repeat(16_384)));
        bad("long value", FramingFault.HEAD_SIZE, put("a: " + "b".repeat(16_384) + "\r\n"));
        bad("long name", FramingFault.HEAD_SIZE, put("a".repeat(16_384) + ": b\r\n"));
        bad("many long headers", FramingFault.HEAD_SIZE, put(("a: " + "b".repeat(300) + "\r\n").repeat(60)));
        int rest = 16 * 1024 - put("a: \r\n").length();
        good("head of 16 KiB", 1, put("a: " + "b".repeat(rest) + "\r\n"));
        bad("head of 16 KiB and one byte", FramingFault.HEAD_SIZE, put("a: " + "b".repeat(rest + 1) + "\r\n"));
    }

    private void addExpectations() {
        good("expect nothing", 1, put("Expect: \r\n"));
        for (String expected : List.of(
                "foo", "200-ok", "100-continue, foo", "y 100-continue", "100-continue;q=1", "100-continue ", "100")) {
            bad("expect '" + expected + "'", FramingFault.EXPECTATION, put("Expect: " + expected + "\r\n"));
        }
        good(
                "expect twice to continue",
                1,
                put("Expect: 100-continue\r\nexpect: 100-continue\r\nContent-Length: 0\r\n"));
        bad("expect twice", FramingFault.EXPECTATION, put("Expect: 100-continue\r\nExpect: y\r\n"));
        bad("expect twice, the first unknown", FramingFault.EXPECTATION, put("Expect: y\r\nExpect: 100-continue\r\n"));
        for (String protocol : List.of("", "websocket", "h2c, websocket", "TLS/1.0", "HTTP/2.0")) {
            bad("upgrade '" + protocol + "'", FramingFault.UPGRADE, put("Upgrade: " + protocol + "\r\n"));
        }
    }

    private void addChunks() {
        for (String line : List.of(
                "\r\n",
                "g\r\n",
                "5g\r\n",
                "-5\r\n",
                "+5\r\n",
                "0x5\r\n",
                " 5\r\n",
                "5 \r\n",
                "5\n",
                "5\r5",
                "5,5\r\n",
                ";a\r\n",
                "\n",
                "00000000000000005\r\n",
                "ffffffffffffffff\r\n",
                "7fffffffffffffff\r\n",
                "10000000000000000\r\n",
                "5;a\u0000b\r\n",
                "5;a\nb\r\n",
                "5;\u00e9\r\n",
                "5;" + "a".repeat(257) + "\r\n",
                "5;a\rb\r\n",
                "\u0665\r\n".replace('\u0665', '\u00b5'))) {
            badBody("chunk line '" + line.strip() + "' " + line.length(), FramingFault.CHUNK, chunked(line));
        }
        badBody("chunk longer than its size", FramingFault.CHUNK, chunked("3\r\nabcd\r\n0\r\n\r\n"));
        badBody("LF after the data", FramingFault.CHUNK, chunked("3\r\nabc\n0\r\n\r\n"));
        badBody("CR and no LF after the data", FramingFault.CHUNK, chunked("3\r\nabc\rX0\r\n\r\n"));
        badBody("nothing after the data", FramingFault.CHUNK, chunked("3\r\nabc0\r\n\r\n"));
        badBody("bad second chunk", FramingFault.CHUNK, chunked("3\r\nabc\r\nz\r\n"));
    }

    private void addTrailers() {
        for (String name : List.of("Content-Length", "transfer-encoding", "HOST", "Expect", "Upgrade")) {
            badBody("trailer " + name, FramingFault.TRAILER, chunked("0\r\n" + name + ": 5\r\n\r\n"));
        }
        badBody("17 trailers", FramingFault.TRAILER, chunked("0\r\n" + "a: b\r\n".repeat(17) + "\r\n"));
        badBody("long trailer", FramingFault.TRAILER, chunked("0\r\na: " + "b".repeat(4096) + "\r\n\r\n"));
        badBody("folded trailer", FramingFault.FOLDING, chunked("0\r\na: b\r\n c\r\n\r\n"));
        badBody("trailer ending in LF", FramingFault.LINE_END, chunked("0\r\na: b\n\r\n"));
        badBody("body ending in LF", FramingFault.LINE_END, chunked("0\r\n\n"));
        badBody("disguised trailer", FramingFault.HEADER_NAME, chunked("0\r\nx_amz_a: b\r\n\r\n"));
        badBody("garbage for a trailer", FramingFault.HEADER_NAME, chunked("0\r\nGET /second HTTP/1.1\r\n\r\n"));
    }

    /** Piece lengths to cut the bytes into. */
    static IntStream pieces() {
        return IntStream.of(1, 2, 3, 7, 64, Integer.MAX_VALUE);
    }
}
