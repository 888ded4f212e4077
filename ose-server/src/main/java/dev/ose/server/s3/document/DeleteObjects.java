package dev.ose.server.s3.document;

import dev.ose.adapter.Capability;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.document.DeletedObject;
import dev.ose.s3.document.FailedDelete;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.document.ResultDocument;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.HeaderPolicy;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformErrors;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.s3.relay.Versions;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html">DeleteObjects</a>. */
public final class DeleteObjects {

    private final OperationContext context;
    private final BucketOperation.DeleteObjects operation;
    private final List<FailedDelete> denied = new ArrayList<>();

    public DeleteObjects(OperationContext context, BucketOperation.DeleteObjects operation) {
        this.context = context;
        this.operation = operation;
    }

    public void perform() {
        RequestXml.read(context, body -> {
            DeleteRequest request = DeleteRequest.read(body);
            if (!context.platform().offers(Capability.CONDITIONAL_DELETES)) {
                request.requireNoConditions();
            }
            DeleteRequest permitted = permitted(request);
            if (permitted.entries().isEmpty()) {
                context.answer().document(200, new ResultDocument.Deleted(List.of(), denied).toBytes());
            } else {
                begin(permitted);
            }
        });
    }

    /** The request without what the caller's own limits forbid, which the platform, seeing the user, would delete. */
    private DeleteRequest permitted(DeleteRequest request) {
        List<DeleteRequest.Entry> permitted = new ArrayList<>();
        for (DeleteRequest.Entry entry : request.entries()) {
            if (context.permitsDelete(operation, entry.key(), entry.versionId())) {
                permitted.add(entry);
            } else {
                denied.add(new FailedDelete(entry.key(), entry.versionId(), "AccessDenied", "Access Denied"));
            }
        }
        return new DeleteRequest(permitted, request.isQuiet());
    }

    private void begin(DeleteRequest request) {
        Set<ObjectKey> keys = new LinkedHashSet<>();
        Set<ObjectKey> toBeAsked = new HashSet<>();
        for (DeleteRequest.Entry entry : request.entries()) {
            // A key that is named twice gets two markers.
            if (!keys.add(entry.key()) || entry.versionId() != null) {
                toBeAsked.add(entry.key());
            }
        }
        // The platform gets the parsed document, so that it cannot interpret it otherwise, and never quiet, so that it
        // reports every key.
        PlatformRequest forPlatform =
                PlatformRequests.withDocument(context, new DeleteRequest(request.entries(), false).toBytes());
        context.await(
                ledger().beginAll(context.bucket().id(), keys),
                intents -> send(
                        forPlatform, intents, response -> answered(response, intents, toBeAsked, request.isQuiet())));
    }

    private ObjectLedger ledger() {
        return context.services().ledger();
    }

    private void send(PlatformRequest request, List<Intent> intents, Consumer<PlatformResponse> answered) {
        context.send(
                request,
                answered,
                failure -> complete(intents, intent -> WriteOutcome.of(failure), () -> context.fail(failure)));
    }

    private void answered(PlatformResponse response, List<Intent> intents, Set<ObjectKey> toBeAsked, boolean quiet) {
        if (Relay.isError(response.status())) {
            complete(intents, intent -> WriteOutcome.ofError(response.status()), () -> Relay.error(context, response));
            return;
        }
        Relay.outcome(
                context,
                response,
                document -> {
                    PlatformAnswer.@Nullable Deleted answer = read(document);
                    complete(intents, outcomes(answer, toBeAsked), () -> {
                        HeaderPolicy.toClient(response, context.exchange());
                        tell(document, answer, quiet);
                    });
                },
                failure -> complete(intents, intent -> new WriteOutcome.Unknown(), () -> context.fail(failure)));
    }

    /** The platform's answer with translated errors, and the refusals of keys that were not sent. */
    private void tell(byte[] document, PlatformAnswer.@Nullable Deleted answer, boolean quiet) {
        if (answer != null) {
            List<FailedDelete> failed = new ArrayList<>();
            answer.failed().forEach(each -> failed.add(PlatformErrors.ofObject(context, each)));
            failed.addAll(denied);
            List<DeletedObject> deleted = quiet ? List.of() : answer.deleted();
            byte[] told = failed.isEmpty() && !quiet ? document : new ResultDocument.Deleted(deleted, failed).toBytes();
            context.answer().document(200, told);
        } else if (PlatformErrors.isRefusal(document)) {
            PlatformErrors.answer(context, 200, document);
        } else {
            // Not a valid answer, so the outcome is unknown; perhaps a balancer's page.
            context.fail(new Failure.OutcomeUnknown(context.operation().name()));
        }
    }

    /** The outcome of each key according to the platform's answer. */
    private Function<Intent, WriteOutcome> outcomes(PlatformAnswer.@Nullable Deleted answer, Set<ObjectKey> toBeAsked) {
        if (answer == null) {
            return intent -> new WriteOutcome.Unknown();
        }
        Set<ObjectKey> failed = new HashSet<>();
        answer.failed().forEach(entry -> failed.add(entry.key()));
        Map<ObjectKey, DeletedObject> deleted = new HashMap<>();
        answer.deleted().forEach(entry -> deleted.put(entry.key(), entry));
        return intent -> {
            ObjectKey key = intent.key();
            if (failed.contains(key)) {
                // It may be an internal one of the platform, after the fact.
                return new WriteOutcome.Unknown();
            }
            if (toBeAsked.contains(key)) {
                return new WriteOutcome.Changed();
            }
            DeletedObject told = deleted.get(key);
            if (told == null) {
                return new WriteOutcome.Unknown();
            }
            VersionId marker = told.deleteMarkerVersionId();
            return Versions.deleted(context, told.isDeleteMarker(), marker == null ? null : marker.value());
        };
    }

    private static PlatformAnswer.@Nullable Deleted read(byte[] document) {
        try {
            return PlatformAnswer.read(document) instanceof PlatformAnswer.Deleted deleted ? deleted : null;
        } catch (MalformedXmlException e) {
            return null;
        }
    }

    private void complete(List<Intent> intents, Function<Intent, WriteOutcome> outcome, Runnable next) {
        List<CompletableFuture<Void>> completions = new ArrayList<>(intents.size());
        for (Intent intent : intents) {
            completions.add(ledger().complete(intent, outcome.apply(intent)));
        }
        context.await(
                CompletableFuture.allOf(completions.toArray(CompletableFuture[]::new)),
                nothing -> next.run(),
                failure -> context.fail(
                        new Failure.OutcomeUnknown(context.operation().name())));
    }
}
