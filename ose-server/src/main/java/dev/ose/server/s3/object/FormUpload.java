package dev.ose.server.s3.object;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.form.FormBoundary;
import dev.ose.s3.form.FormHead;
import dev.ose.s3.form.PostForm;
import dev.ose.s3.form.PostPolicy;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.QueryParameters;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.access.Authorizer;
import dev.ose.server.access.Decision;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.http.ClientExchange;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.auth.Authentication;
import dev.ose.server.s3.auth.Authenticator;
import dev.ose.server.s3.auth.PayloadAuthentication;
import dev.ose.server.s3.auth.S3Request;
import dev.ose.server.s3.relay.BodyCheck;
import dev.ose.server.s3.relay.BodyChecksum;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.OverlookedEncryption;
import dev.ose.server.s3.relay.RequestTrace;
import dev.ose.server.s3.relay.S3Services;
import dev.ose.server.tenant.credential.Caller;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.BytesSource;
import dev.ose.server.transfer.SmallBody;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html">POST Object</a>, an upload by a
 * browser's form: credential and policy are in its fields, so the form's head is read before authentication. The
 * platform gets a PUT.
 *
 * <p>A form does not state the length of its file. A small form is read completely. A larger one is streamed on the
 * assumption that the file is the last field, as browsers and SDKs send it; otherwise the upload is refused before the
 * platform can commit it.
 */
public final class FormUpload {

    private static final int READ_WHOLE_BYTES = 256 * 1024;

    private final RequestTrace trace;
    private final Authenticator authenticator;
    private final Authorizer authorizer;
    private final S3Services services;
    private final BucketOperation.PostObject operation;
    private final FormBoundary boundary;
    private final FormSource source;
    private final long formBytes;
    private @Nullable PostPolicy policy;

    public FormUpload(
            RequestTrace trace,
            Authenticator authenticator,
            Authorizer authorizer,
            S3Services services,
            BucketOperation.PostObject operation) {
        this.trace = trace;
        this.authenticator = authenticator;
        this.authorizer = authorizer;
        this.services = services;
        this.operation = operation;
        if (!trace.memory().take(FormSource.WINDOW_BYTES)) {
            throw new FailureException(RequestTrace.NO_ROOM);
        }
        ClientExchange exchange = trace.exchange();
        this.boundary = FormBoundary.of(String.join(",", exchange.requestHeaders("content-type")));
        this.source = new FormSource(exchange.requestBody(), boundary);
        this.formBytes = exchange.requestLength();
    }

    public void perform() {
        if (formBytes < 0) {
            throw new FailureException(new Failure.LengthMissing());
        }
        if (formBytes > ObjectBody.MAX_BYTES + 2L * FormHead.MAX_BYTES) {
            throw new FailureException(new Failure.BodyTooLarge(formBytes, ObjectBody.MAX_BYTES));
        }
        source.readHead(trace::guard, new FormSource.HeadReader() {
            @Override
            public void read(FormHead head) {
                trace.guard(() -> authenticate(head));
            }

            @Override
            public void broke(IOException cause) {
                trace.answer().fail(new Failure.BodyCut(formBytes, 0));
            }
        });
    }

    private void authenticate(FormHead head) {
        PostForm form = new PostForm(head, operation.bucket());
        if (!form.isSigned()) {
            authorize(head, form, new Caller.Anonymous());
            return;
        }
        proceed(authenticator.authenticate(form, trace.exchange().peer().getAddress()), authentication -> {
            switch (authentication) {
                case Authentication.Refused(var why) -> trace.answer().fail(why);
                case Authentication.Unsigned _, Authentication.OtherScheme _ ->
                    throw new IllegalStateException("a signed form without a signer");
                case Authentication.Proven(var identity, var _) -> {
                    trace.identity(identity);
                    policy = PostPolicy.parse(String.valueOf(form.field("policy")));
                    policy.require(form, services.clock().instant());
                    authorize(head, form, identity);
                }
            }
        });
    }

    private void authorize(FormHead head, PostForm form, Caller caller) {
        requireOneRedirect(form);
        ObjectOperation.PutObject put = new ObjectOperation.PutObject(operation.bucket(), key(form));
        trace.form(put);
        proceed(authorizer.decide(caller, put, facts(form)), decision -> {
            switch (decision) {
                case Decision.Deny(var reason) -> trace.answer().fail(reason);
                case Decision.Allow allow -> {
                    trace.allowed(allow);
                    upload(head, form, put, allow);
                }
            }
        });
    }

    /** The fields count as headers, in addition to the headers about the client. */
    private RequestFacts facts(PostForm form) {
        List<HeaderField> fields = FormHeaders.of(form);
        S3Request request = new S3Request(trace.exchange());
        return S3Request.facts(trace.exchange(), name -> fields.stream()
                .filter(field -> field.name().equals(name))
                .map(HeaderField::value)
                .findFirst()
                .orElseGet(() -> aboutClient(request, name)));
    }

    private static @Nullable String aboutClient(S3Request request, String name) {
        return switch (name) {
            case "referer", "user-agent" -> request.get(name);
            default -> null;
        };
    }

    private void upload(FormHead head, PostForm form, ObjectOperation.PutObject put, Decision.Allow allow) {
        OperationContext context = new OperationContext(
                new S3Request(trace.exchange()),
                trace,
                allow,
                QueryParameters.NONE,
                new PayloadAuthentication(PayloadHash.Mode.UNSIGNED),
                services);
        OverlookedEncryption.refusal(FormHeaders.of(form), context.platform()).ifPresent(refusal -> {
            throw new FailureException(refusal);
        });
        FormAnswer answer = new FormAnswer(context, form, put.key());
        Consumer<ObjectBody> send = body -> new PutObject(context, put, body, answer::render).perform();
        if (formBytes <= READ_WHOLE_BYTES) {
            readWhole(context, form, send);
        } else {
            long fileBytes = formBytes - head.lengthBytes() - boundary.endBytes();
            requireLength(fileBytes);
            source.expect(fileBytes);
            send.accept(body(context, form, source, fileBytes));
        }
    }

    private void readWhole(OperationContext context, PostForm form, Consumer<ObjectBody> send) {
        SmallBody.read(source, services.requests().buffers(), READ_WHOLE_BYTES, trace.memory(), new SmallBody.Reader() {
            @Override
            public void read(byte[] file) {
                trace.guard(() -> {
                    requireLength(file.length);
                    send.accept(body(context, form, new BytesSource(file), file.length));
                });
            }

            @Override
            public void tooLarge() {
                throw new IllegalStateException("a file larger than its form");
            }

            @Override
            public void broke(IOException cause) {
                trace.answer().fail(context.bodyFailure(cause));
            }

            @Override
            public void noRoom() {
                trace.answer().fail(RequestTrace.NO_ROOM);
            }
        });
    }

    private static ObjectBody body(OperationContext context, PostForm form, BodySource file, long fileBytes) {
        List<HeaderField> headers = FormHeaders.of(form);
        headers.addAll(context.vouching());
        BodyCheck check = BodyChecksum.checkHere(BodyChecksum.stated(headers), context.platform(), headers);
        BodySource source = check == null ? file : new CheckedSource(file, check, fileBytes);
        return new ObjectBody(
                fileBytes,
                source,
                fileBytes,
                PayloadHash.Mode.UNSIGNED.wireValue(),
                headers,
                check != null && fileBytes == 0,
                null);
    }

    private void requireLength(long fileBytes) {
        if (fileBytes > ObjectBody.MAX_BYTES) {
            throw new FailureException(new Failure.BodyTooLarge(fileBytes, ObjectBody.MAX_BYTES));
        }
        if (policy != null) {
            policy.requireLength(fileBytes);
        }
    }

    /** One of the names is an older one for the other. */
    private static void requireOneRedirect(PostForm form) {
        String page = form.field("success_action_redirect");
        String older = form.field("redirect");
        if (page != null && older != null && !page.equals(older)) {
            throw unacceptable(
                    S3Error.invalidArgument("success_action_redirect and redirect name two pages.", "redirect", older));
        }
    }

    private static ObjectKey key(PostForm form) {
        String key = form.field("key");
        if (key == null || key.isEmpty()) {
            throw unacceptable(S3Error.of(
                            S3ErrorCode.INVALID_ARGUMENT,
                            "Bucket POST must contain a field named 'key'.  If it is specified, please check the order"
                                    + " of the fields.")
                    .with("ArgumentName", "key")
                    .with("ArgumentValue", ""));
        }
        return ObjectKey.parse(key).orElseThrow(() -> unacceptable(S3Error.of(S3ErrorCode.KEY_TOO_LONG_ERROR)));
    }

    private static FailureException unacceptable(S3Error error) {
        return new FailureException(new Failure.Unacceptable(error));
    }

    private <T> void proceed(CompletableFuture<T> future, Consumer<T> next) {
        trace.await(future, next, failure -> trace.answer().fail(failure));
    }
}
