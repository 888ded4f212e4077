package dev.ose.server.platform.probe;

import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.sigv4.PayloadHash;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/** Tests whether a platform refuses a body that differs from its stated digests. */
final class RequestBodyChecks {

    private static final byte[] CONTENT = bytes("the content of a probe");
    private static final byte[] OTHER = bytes("what was summed up instead");

    private RequestBodyChecks() {}

    static boolean enforcesSignedHash(ProbeBucket site) {
        String ofOther = PayloadHash.Digest.of(OTHER).hex();
        ProbeAnswer reply = site.ask(ProbeCall.ofObject("PUT", "hash").body(CONTENT, ofOther));
        return reply.isRefused() && site.get("hash").isAbsent();
    }

    static boolean takesTrailers(ProbeBucket site) {
        return takesTrailing(ChecksumAlgorithm.CRC32, site)
                && refusesTrailing(ChecksumAlgorithm.CRC32, site)
                && verifiesHeader(ChecksumAlgorithm.CRC32, site);
    }

    /** In a trailer it is only tested if the platform supports trailers. */
    static boolean verifiesCrc64Nvme(ProbeBucket site) {
        return verifies(ChecksumAlgorithm.CRC64NVME, site);
    }

    /** All of them are required, because an SDK may choose any. */
    static boolean verifiesNewerChecksums(ProbeBucket site) {
        return Arrays.stream(ChecksumAlgorithm.values())
                .filter(ChecksumAlgorithm::isNewer)
                .allMatch(algorithm -> verifies(algorithm, site));
    }

    private static boolean verifies(ChecksumAlgorithm algorithm, ProbeBucket site) {
        return verifiesHeader(algorithm, site)
                && (!takesTrailing(ChecksumAlgorithm.CRC32, site)
                        || (takesTrailing(algorithm, site) && refusesTrailing(algorithm, site)));
    }

    private static boolean verifiesHeader(ChecksumAlgorithm algorithm, ProbeBucket site) {
        ProbeCall good = ProbeCall.ofObject("PUT", "header-good-" + algorithm).body(CONTENT);
        ProbeCall bad = ProbeCall.ofObject("PUT", "header-bad-" + algorithm).body(CONTENT);
        return site.ask(good.header(algorithm.header(), sum(algorithm, CONTENT)))
                        .isDone()
                && site.ask(bad.header(algorithm.header(), sum(algorithm, OTHER)))
                        .isRefused()
                && site.get("header-bad-" + algorithm).isAbsent();
    }

    private static boolean takesTrailing(ChecksumAlgorithm algorithm, ProbeBucket site) {
        String key = "trailer-good-" + algorithm;
        return site.ask(framed(key, algorithm, sum(algorithm, CONTENT))).isDone()
                && site.get(key).holds(CONTENT);
    }

    private static boolean refusesTrailing(ChecksumAlgorithm algorithm, ProbeBucket site) {
        String key = "trailer-bad-" + algorithm;
        return site.ask(framed(key, algorithm, sum(algorithm, OTHER))).isRefused()
                && site.get(key).isAbsent();
    }

    /** An upload with its checksum in the trailer. */
    private static ProbeCall framed(String key, ChecksumAlgorithm algorithm, String sum) {
        String frames = Integer.toHexString(CONTENT.length) + "\r\n" + new String(CONTENT, StandardCharsets.UTF_8)
                + "\r\n0\r\n" + algorithm.header() + ':' + sum + "\r\n\r\n";
        return ProbeCall.ofObject("PUT", key)
                .body(bytes(frames), PayloadHash.Mode.STREAMING_UNSIGNED_TRAILER.wireValue())
                .header("content-encoding", "aws-chunked")
                .header("x-amz-decoded-content-length", Integer.toString(CONTENT.length))
                .header("x-amz-trailer", algorithm.header());
    }

    private static String sum(ChecksumAlgorithm algorithm, byte[] content) {
        return Base64.getEncoder().encodeToString(Digester.of(algorithm).digest(content));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
