package dev.ose.server.s3.relay;

import dev.ose.s3.BucketName;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.ServiceOperation;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.logging.AccessLog;
import dev.ose.server.bucket.logging.AccessRecord;
import dev.ose.server.bucket.logging.LoggedOperation;
import dev.ose.server.http.ClientExchange;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.transfer.PlatformResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The record of a request for the access log of its bucket. It is only made if the bucket has one, or is unknown
 * because the request was answered before it was looked up. Confined to the I/O thread.
 */
final class LoggedRequest {

    private static final int OK = 200;
    private static final int PARTIAL = 206;

    private final ClientExchange exchange;
    private final S3Answer answer;
    private final AccessLog log;
    private final Clock clock;
    private @Nullable S3Operation operation;
    private long objectBytes = -1;

    LoggedRequest(ClientExchange exchange, S3Answer answer, AccessLog log, Clock clock) {
        this.exchange = exchange;
        this.answer = answer;
        this.log = log;
        this.clock = clock;
    }

    void operation(S3Operation parsed) {
        operation = parsed;
    }

    void objectSize(long bytes) {
        objectBytes = bytes;
    }

    /** The size of the object that the platform answers with, whole or in part. */
    static Optional<Long> sizeOf(PlatformResponse response) {
        List<String> text =
                switch (response.status()) {
                    case OK -> response.headers("content-length");
                    case PARTIAL -> response.headers("content-range");
                    default -> List.of();
                };
        return text.isEmpty() ? Optional.empty() : size(text.getFirst());
    }

    private static Optional<Long> size(String header) {
        try {
            return Optional.of(Long.valueOf(header.substring(header.indexOf('/') + 1)));
        } catch (NumberFormatException unknown) {
            return Optional.empty();
        }
    }

    /** Ends the request, and hands its record over if there is to be one. */
    void end(@Nullable Identity caller, @Nullable Bucket bucket, Duration total, Duration ofPlatform) {
        S3Operation parsed = operation;
        if (parsed == null) {
            return;
        }
        if (bucket == null) {
            named(parsed)
                    .ifPresent(name -> log.recordNamed(
                            caller == null ? null : caller.tenant(), name, record(parsed, caller, total, ofPlatform)));
        } else if (bucket.logging() != null) {
            log.record(bucket, record(parsed, caller, total, ofPlatform));
        }
    }

    /** The bucket that the operation names, unless it does not exist yet. */
    private static Optional<BucketName> named(S3Operation operation) {
        return switch (operation) {
            case ServiceOperation _, BucketOperation.CreateBucket _ -> Optional.empty();
            case BucketOperation onBucket -> Optional.of(onBucket.bucket());
            case ObjectOperation onObject -> Optional.of(onObject.bucket());
        };
    }

    private AccessRecord record(S3Operation parsed, @Nullable Identity caller, Duration total, Duration ofPlatform) {
        return new AccessRecord(
                clock.instant().minus(total),
                caller == null ? null : caller.canonicalId(),
                client(),
                request(parsed),
                new AccessRecord.Answer(
                        answer.id().value(),
                        answer.id().hostId(),
                        answer.status(),
                        answer.errorCode(),
                        exchange.responseBytesSent(),
                        objectBytes,
                        total,
                        ofPlatform.isZero() ? total : ofPlatform));
    }

    private AccessRecord.Client client() {
        SSLSession session = exchange.tlsSession();
        return new AccessRecord.Client(
                exchange.peer().getAddress().getHostAddress(),
                header("referer"),
                header("user-agent"),
                header("host"),
                session == null ? null : new AccessRecord.Tls(session.getCipherSuite(), session.getProtocol()));
    }

    private AccessRecord.Request request(S3Operation parsed) {
        ObjectOperation onObject = parsed instanceof ObjectOperation object ? object : null;
        return new AccessRecord.Request(
                LoggedOperation.name(parsed, exchange.method()),
                onObject == null ? null : onObject.key(),
                onObject == null ? null : onObject.versionId(),
                exchange.method(),
                exchange.rawPath(),
                exchange.rawQuery(),
                exchange.protocol(),
                signature());
    }

    private @Nullable String header(String lowerCaseName) {
        List<String> values = exchange.requestHeaders(lowerCaseName);
        return values.isEmpty() ? null : values.getFirst();
    }

    private AccessRecord.@Nullable Signature signature() {
        String header = header("authorization");
        if (header != null) {
            return header.startsWith("AWS")
                    ? new AccessRecord.Signature(
                            header.startsWith("AWS4-") ? "SigV4" : "SigV2", AccessRecord.Signature.Place.HEADER)
                    : null;
        }
        String query = exchange.rawQuery();
        if (query.contains("X-Amz-Signature=")) {
            return new AccessRecord.Signature("SigV4", AccessRecord.Signature.Place.QUERY);
        }
        return query.contains("Signature=") && query.contains("AWSAccessKeyId=")
                ? new AccessRecord.Signature("SigV2", AccessRecord.Signature.Place.QUERY)
                : null;
    }
}
