package dev.ose.server.s3.object;

import dev.ose.s3.ETag;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.xml.XmlRewriteRule;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.document.IdentityRewriter;
import dev.ose.server.s3.relay.HeaderPolicy;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformErrors;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.s3.relay.Versions;
import dev.ose.server.transfer.PlatformResponse;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The result of a copy or a completion, read to its end. May be an error although the status is 200, because the
 * platform begins to answer before the outcome is known.
 */
final class StoredResult {

    private final OperationContext context;
    private final PlatformResponse response;
    private final byte @Nullable [] body;
    private final @Nullable Failure unreadable;

    private StoredResult(
            OperationContext context, PlatformResponse response, byte @Nullable [] body, @Nullable Failure unreadable) {
        this.context = context;
        this.response = response;
        this.body = body;
        this.unreadable = unreadable;
    }

    /** Goes on with the result, be it good or bad; the body of an error is left to {@link #relay}. */
    static void read(OperationContext context, PlatformResponse response, Consumer<StoredResult> next) {
        if (Relay.isError(response.status())) {
            next.accept(new StoredResult(context, response, null, null));
            return;
        }
        Relay.outcome(
                context,
                response,
                body -> next.accept(new StoredResult(context, response, body, null)),
                why -> next.accept(new StoredResult(context, response, null, why)));
    }

    int status() {
        return response.status();
    }

    /** Whether the platform confirms the write, whatever else its answer lacks. */
    boolean isStored() {
        return stored().isPresent();
    }

    /** Whether the outcome is unknown. */
    boolean isUnknown() {
        return outcome(OptionalLong.empty(), Optional.empty()) instanceof WriteOutcome.Unknown;
    }

    /**
     * The outcome for the key.
     *
     * @param sizeBytes the stored size, if known: the answer lacks it
     * @param expected the stored object's ETag, if known, in case the answer lacks it
     */
    WriteOutcome outcome(OptionalLong sizeBytes, Optional<ETag> expected) {
        if (Relay.isError(response.status())) {
            return WriteOutcome.ofError(response.status());
        }
        if (!isStored()) {
            return new WriteOutcome.Unknown();
        }
        Optional<ETag> tag = tag().or(() -> expected);
        if (tag.isEmpty() || sizeBytes.isEmpty()) {
            return new WriteOutcome.Changed();
        }
        return new WriteOutcome.Assumed(new ObjectFacts(
                sizeBytes.getAsLong(),
                tag.get().value(),
                context.services().clock().instant().truncatedTo(ChronoUnit.SECONDS),
                versionId()));
    }

    private @Nullable String versionId() {
        return response.headers(Versions.ID).stream().findFirst().orElse(null);
    }

    /** The ETag of the stored object; empty if nothing is stored, or the answer lacks it. */
    Optional<ETag> tag() {
        return stored().map(PlatformAnswer.Stored::tag);
    }

    private Optional<PlatformAnswer.Stored> stored() {
        byte[] document = body;
        return document == null ? Optional.empty() : PlatformAnswer.find(PlatformAnswer.Stored.class, document);
    }

    /** Answers the client. */
    void relay(List<XmlRewriteRule> rules) {
        Versions.note(context, versionId(), () -> tell(rules));
    }

    private void tell(List<XmlRewriteRule> rules) {
        byte[] document = body;
        if (unreadable != null) {
            context.fail(unreadable);
        } else if (document == null) {
            Relay.error(context, response);
        } else if (PlatformErrors.isRefusal(document)) {
            HeaderPolicy.toClient(response, context.exchange());
            PlatformErrors.answer(context, 200, document);
        } else {
            HeaderPolicy.toClient(response, context.exchange());
            context.answer().document(200, IdentityRewriter.rewrite(document, rules));
        }
    }
}
