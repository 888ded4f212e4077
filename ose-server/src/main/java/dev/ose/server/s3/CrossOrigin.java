package dev.ose.server.s3;

import dev.ose.s3.BucketName;
import dev.ose.s3.document.CorsAnswer;
import dev.ose.s3.document.CorsConfiguration;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.CorsQuestion;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.S3Method;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.ServiceOperation;
import dev.ose.server.bucket.CorsRules;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.auth.S3Request;
import dev.ose.server.s3.relay.RequestTrace;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Implements CORS by the bucket's rules: answers preflights, and adds the headers to every other answer, including
 * refusals. Preflights are neither authenticated nor authorised.
 *
 * <p>The platform stores the rules, and the node always evaluates them. Ceph 16.2 only evaluates the first rule with a
 * matching origin, so that a second one for another method is ignored, and echoes the origin even if the rule is for
 * all (seen on 2026-11-21). Besides, answers without a platform request, such as the refusal of an expired presigned
 * URL, need the same headers.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html">Cross-origin resource sharing</a>
 */
public final class CrossOrigin {

    private final CorsRules rules;
    private final PageOrigins pages;

    /** @param pages whose requests {@link PageOrigins} has met before */
    CrossOrigin(CorsRules rules, PageOrigins pages) {
        this.rules = rules;
        this.pages = pages;
    }

    /**
     * Answers a preflight, or sets the headers of the answer to come and goes on with {@code next}.
     *
     * @param origin the value of the Origin header; null for none
     */
    void meet(RequestTrace trace, S3Request request, @Nullable String origin, S3Operation operation, Runnable next) {
        switch (operation) {
            case BucketOperation.BucketPreflight ask -> preflight(trace, ask.bucket(), ask.question(), "BUCKET");
            case ObjectOperation.ObjectPreflight ask -> preflight(trace, ask.bucket(), ask.question(), "OBJECT");
            // Before a bucket exists it has no rules, and its absence had better not be remembered.
            case ServiceOperation _, BucketOperation.CreateBucket _ -> next.run();
            case BucketOperation onBucket -> simple(trace, onBucket.bucket(), request, origin, next);
            case ObjectOperation onObject -> simple(trace, onObject.bucket(), request, origin, next);
        }
    }

    private void preflight(RequestTrace trace, BucketName bucket, CorsQuestion question, String resource) {
        trace.await(
                rules.find(bucket),
                found -> found.flatMap(configuration -> configuration.answer(question))
                        .ifPresentOrElse(answer -> allow(trace, answer), () -> trace.answer()
                                .fail(refusal(found, question, resource))),
                // Answered like a bucket without rules, which discloses nothing; a browser gives its page no reason
                // anyway.
                failure -> trace.answer().fail(refusal(Optional.empty(), question, resource)));
    }

    private static void allow(RequestTrace trace, CorsAnswer answer) {
        setHeaders(trace, answer);
        trace.answer().empty(200);
    }

    private static Failure refusal(Optional<CorsConfiguration> found, CorsQuestion question, String resource) {
        return new Failure.CrossOriginRefused(
                found.isPresent(), question.method().name(), resource);
    }

    /** A request that did not come from a page is not delayed: what is remembered of the bucket decides about Vary. */
    private void simple(
            RequestTrace trace, BucketName bucket, S3Request request, @Nullable String origin, Runnable next) {
        if (origin == null || pages.contains(origin)) {
            if (origin == null && rules.areRemembered(bucket)) {
                // A cache must not give a page the answer that none got.
                trace.exchange().setResponseHeader("Vary", "Origin");
            }
            next.run();
            return;
        }
        CorsQuestion question = new CorsQuestion(origin, method(request), List.of());
        trace.await(
                rules.find(bucket),
                found -> {
                    found.flatMap(configuration -> configuration.answer(question))
                            .ifPresent(answer -> setHeaders(trace, answer));
                    next.run();
                },
                // Whatever keeps us from the rules must not keep the client from its object.
                failure -> next.run());
    }

    /** As S3 does, which uses the method that the page requested in its preflight. */
    private static S3Method method(S3Request request) {
        String asked = request.get("access-control-request-method");
        return S3Method.find(asked == null ? request.method() : asked).orElse(S3Method.OPTIONS);
    }

    private static void setHeaders(RequestTrace trace, CorsAnswer answer) {
        answer.toHeaders().forEach(trace.exchange()::setResponseHeader);
    }
}
