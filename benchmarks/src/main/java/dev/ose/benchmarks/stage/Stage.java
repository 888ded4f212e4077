package dev.ose.benchmarks.stage;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The parts of a small request. A stack belongs to the stage of its innermost frame that has one, so that what a stage
 * calls of Java's own or of a library counts as its own.
 */
enum Stage {
    KERNEL(
            "system calls",
            "(.*_\\[k]|_*(GI_|libc_)*(read|write|readv|writev|recv|send|epoll_wait|epoll_ctl|syscall)\\d*)"),
    TLS("TLS", "(io/netty|javax/net/ssl|sun/security/ssl|dev/ose/server/app/tls|io/undertow/protocols/ssl)/.*"),
    HTTP("HTTP: Undertow and XNIO", "(io/undertow|org/xnio)/.*"),
    FRAMING("framing rules", "dev/ose/server/http/framing/.*"),
    ADDRESSING("operation, bucket and key", "dev/ose/s3/(operation/|UriEncoding).*"),
    VERIFICATION(
            "the client's signature",
            "dev/ose/(s3/sigv4/(SigV4Verifier|SigV4Parser|AuthorizationHeader|SigningKeyCache)|server/s3/auth/).*"),
    AUTHORISATION("rights", "dev/ose/server/(access|iam|tenant|bucket)/.*"),
    SIGNING("the platform's signature", "dev/ose/(server/platform/transport/RequestSigner|s3/sigv4/SigV4Signer).*"),
    LEDGER("ledger and its database", "(dev/ose/server/(ledger|catalog|database)|org/postgresql|com/zaxxer)/.*"),
    RECORDS("request log and metrics", "(dev/ose/server/(runtime/telemetry|accounting)|io/micrometer)/.*"),
    RELAY("headers, bodies, connections of the platform", "dev/ose/server/(s3|http|transfer|platform|runtime)/.*"),
    REST("collector, compilers, other threads", ".*");

    private final String title;
    private final Pattern frames;

    Stage(String title, String frames) {
        this.title = title;
        this.frames = Pattern.compile(frames);
    }

    /** As it appears in the table. */
    String title() {
        return title;
    }

    /** The stage of a stack. */
    static Stage of(List<String> framesFromRoot) {
        for (String frame : framesFromRoot.reversed()) {
            for (Stage stage : values()) {
                if (stage != REST && stage.frames.matcher(frame).matches()) {
                    return stage;
                }
            }
        }
        return REST;
    }
}
