package dev.ose.server.s3;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.operation.ActionTrait;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.HoistedHeaders;
import dev.ose.s3.operation.Parsed;
import dev.ose.s3.operation.QueryParameters;
import dev.ose.s3.operation.RequestMembers;
import dev.ose.s3.operation.S3Addressing;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.S3OperationParser;
import dev.ose.server.access.Authorizer;
import dev.ose.server.access.Decision;
import dev.ose.server.access.ManagementLogins;
import dev.ose.server.accounting.metering.Category;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.http.ClientExchange;
import dev.ose.server.http.ClientRequestHandler;
import dev.ose.server.iam.IamService;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.auth.Authentication;
import dev.ose.server.s3.auth.Authenticator;
import dev.ose.server.s3.auth.PayloadAuthentication;
import dev.ose.server.s3.auth.S3Request;
import dev.ose.server.s3.object.FormUpload;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.RequestTrace;
import dev.ose.server.s3.relay.S3Services;
import dev.ose.server.s3.sharing.GrantHeaders;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.credential.Caller;
import dev.ose.server.tenant.credential.Identity;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The steps of every S3 request: parse, authenticate, authorise, perform. Requests to IAM and STS, which share the
 * endpoint, are dispatched separately. Nothing is performed before the decision, and every path answers the client.
 * Only a preflight, which is never signed, is answered after parsing. Runs on the request's I/O thread; look-ups beyond
 * memory run on other threads and resume there.
 */
public final class S3Pipeline implements ClientRequestHandler {

    private final S3Addressing addressing;
    private final Authenticator authenticator;
    private final Authorizer authorizer;
    private final S3Services services;
    private final IamRequests iam;
    private final PageOrigins pages;
    private final CrossOrigin crossOrigin;
    private final AuditedOperations audited;
    private final @Nullable UnsignedCallers unsignedCallers;
    private final OperationDispatcher performer = new OperationDispatcher();

    /**
     * What pages of the provider may use.
     *
     * @param origins their origins, in the form of the Origin header
     * @param logins of users without a key; null if requests of users must be signed
     */
    public record Pages(Set<String> origins, @Nullable ManagementLogins logins) {

        public Pages {
            origins = Set.copyOf(origins);
        }
    }

    public S3Pipeline(
            S3Addressing addressing,
            Authenticator authenticator,
            Authorizer authorizer,
            IamService iam,
            S3Services services,
            Pages pages) {
        this.addressing = addressing;
        this.authenticator = authenticator;
        this.authorizer = authorizer;
        this.services = services;
        this.iam = new IamRequests(authenticator, iam, services);
        this.audited = new AuditedOperations(services.requests().audit());
        this.pages = new PageOrigins(pages.origins(), services.buckets().corsRules());
        this.crossOrigin = new CrossOrigin(services.buckets().corsRules(), this.pages);
        this.unsignedCallers = pages.logins() == null ? null : new UnsignedCallers(pages.logins());
    }

    @Override
    public void handle(ClientExchange exchange) {
        RequestTrace trace = new RequestTrace(exchange, services);
        trace.guard(() -> begin(exchange, trace));
    }

    private void begin(ClientExchange exchange, RequestTrace trace) {
        S3Request request = new S3Request(exchange);
        @Nullable String origin = request.get("origin");
        if (pages.answer(trace, request, origin)) {
            return;
        }
        if (IamRequests.areMeant(request, addressing.pathPrefix())) {
            iam.handle(trace, request);
            return;
        }
        switch (parse(request)) {
            case Parsed.Refusal<Parse>(var error) -> trace.answer().fail(new Failure.Unacceptable(error));
            case Parsed.Value<Parse>(var parsed) -> {
                trace.operation(parsed.operation());
                trace.meteredAs(Category.of(parsed.operation()));
                crossOrigin.meet(
                        trace, request, origin, parsed.operation(), () -> authenticate(trace, request, parsed));
            }
        }
    }

    private void authenticate(RequestTrace trace, S3Request request, Parse parsed) {
        proceed(trace, authenticator.authenticate(request), authentication -> {
            switch (authentication) {
                case Authentication.Refused(var why) -> trace.answer().fail(why);
                case Authentication.Unsigned(var coverage) ->
                    unsigned(trace, parsed, coverage, () -> anonymous(trace, parsed, coverage));
                case Authentication.OtherScheme(var why, var coverage) ->
                    unsigned(trace, parsed, coverage, () -> trace.answer().fail(why));
                case Authentication.Proven(var identity, var coverage) -> {
                    trace.identity(identity);
                    authorize(trace, parsed, identity, coverage);
                }
            }
        });
    }

    /**
     * An operation with the request and the decoded query it was found in.
     *
     * @param request with the headers that stand in the query, where they are signed otherwise than headers are
     */
    private record Parse(S3Request request, S3Operation operation, QueryParameters query) {}

    private Parsed<Parse> parse(S3Request request) {
        Optional<String> repeated = request.repeatedHeader();
        if (repeated.isPresent()) {
            return Parsed.refuse(S3Error.invalidArgument("A header is repeated", repeated.get(), ""));
        }
        return QueryParameters.parse(request.rawQuery()).flatMap(query -> HoistedHeaders.in(query, request)
                .flatMap(hoisted -> parse(request.hoisting(hoisted), query)));
    }

    private Parsed<Parse> parse(S3Request request, QueryParameters query) {
        return addressing
                .resolve(request.rawPath(), request.get("host"))
                .flatMap(target -> S3OperationParser.parse(request.method(), target, query, request))
                .flatMap(operation -> Parsed.of(new Parse(request, operation, query)));
    }

    /** @param otherwise what happens to a request that shows no login */
    private void unsigned(RequestTrace trace, Parse parsed, PayloadAuthentication coverage, Runnable otherwise) {
        if (unsignedCallers == null) {
            otherwise.run();
            return;
        }
        unsignedCallers
                .shown(trace, parsed.request(), parsed.operation())
                .ifPresentOrElse(
                        attempt ->
                                UnsignedCallers.signIn(trace, attempt, parsed.operation(), new UnsignedCallers.Next() {
                                    @Override
                                    public void serve(Caller caller) {
                                        authorize(trace, parsed, caller, coverage);
                                    }

                                    @Override
                                    public void refuse(Caller caller, Failure reason) {
                                        S3Pipeline.this.refuse(trace, parsed.operation(), caller, reason);
                                    }
                                }),
                        otherwise);
    }

    /** A form has its credential in the body; any other request is that of an anonymous caller. */
    private void anonymous(RequestTrace trace, Parse parsed, PayloadAuthentication coverage) {
        if (parsed.operation() instanceof BucketOperation.PostObject form) {
            RequestMembers.requireOffered(form.name(), parsed.request().headerNames(), parsed.request());
            new FormUpload(trace, authenticator, authorizer, services, form).perform();
        } else {
            authorize(trace, parsed, new Caller.Anonymous(), coverage);
        }
    }

    /** Headers that would be dropped are refused once it is known who sent them, and before anything is looked for. */
    private void authorize(RequestTrace trace, Parse parsed, Caller caller, PayloadAuthentication coverage) {
        RequestMembers.requireOffered(
                parsed.operation().name(), parsed.request().headerNames(), parsed.request());
        proceed(
                trace,
                authorizer.decide(caller, parsed.operation(), parsed.request().facts()),
                decision -> {
                    switch (decision) {
                        case Decision.Deny(var reason) -> refuse(trace, parsed.operation(), caller, reason);
                        case Decision.Allow allow -> {
                            trace.allowed(allow);
                            record(
                                    trace,
                                    allow,
                                    new OperationContext(
                                            parsed.request(), trace, allow, parsed.query(), coverage, services));
                        }
                    }
                });
    }

    private void refuse(RequestTrace trace, S3Operation operation, Caller caller, Failure reason) {
        if (caller instanceof Identity identity && operation.action().has(ActionTrait.AUDITED)) {
            audited.begin(trace, operation, identity, identity.tenant(), () -> trace.answer()
                    .fail(reason));
        } else {
            trace.answer().fail(reason);
        }
    }

    /** A stranger's changes of an object open to everybody are in the request log alone. */
    private void record(RequestTrace trace, Decision.Allow allow, OperationContext context) {
        if (allow.caller() instanceof Identity identity
                && allow.operation().action().has(ActionTrait.AUDITED)) {
            TenantId tenant = allow.knownBucket().map(Bucket::tenant).orElse(identity.tenant());
            audited.begin(trace, allow.operation(), identity, tenant, () -> perform(context));
        } else {
            perform(context);
        }
    }

    private void perform(OperationContext context) {
        GrantHeaders.translate(context, granted -> {
            context.granted(granted);
            performer.perform(context);
        });
    }

    /** Goes on with the value: at once if it is here, else on this thread when it has come. */
    private static <T> void proceed(RequestTrace trace, CompletableFuture<T> future, Consumer<T> next) {
        trace.await(future, next, failure -> trace.answer().fail(failure));
    }
}
