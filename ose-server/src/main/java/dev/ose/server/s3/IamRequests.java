package dev.ose.server.s3;

import dev.ose.s3.sigv4.AuthenticationClaim;
import dev.ose.s3.sigv4.SigV4Parser;
import dev.ose.server.credential.Identity;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.iam.IamAnswer;
import dev.ose.server.iam.IamApi;
import dev.ose.server.iam.IamCall;
import dev.ose.server.iam.IamParameters;
import dev.ose.server.transfer.SmallBody;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * IAM and STS at the S3 endpoint, where S3 itself has no operation, so that tenants need no address but one. The body is
 * read, the signature proven, and the action performed on a thread that may block.
 */
final class IamRequests {

    private static final String FORM = "application/x-www-form-urlencoded";

    private final Authenticator authenticator;
    private final Function<IamCall, IamAnswer> api;
    private final S3Services services;

    IamRequests(Authenticator authenticator, Function<IamCall, IamAnswer> api, S3Services services) {
        this.authenticator = authenticator;
        this.api = api;
        this.services = services;
    }

    /** Whether a request is one of them: S3 has nothing to post to its root, and no form of this kind anywhere. */
    static boolean areMeant(S3Request request, String pathPrefix) {
        String type = request.get("content-type");
        return request.method().equals("POST")
                && request.rawQuery().isEmpty()
                && (request.rawPath().equals(pathPrefix + '/')
                        || request.rawPath().equals(pathPrefix))
                && type != null
                && type.regionMatches(true, 0, FORM, 0, FORM.length());
    }

    void handle(RequestTrace trace, S3Request request) {
        long declared = trace.exchange().requestLength();
        if (declared < 0) {
            refuse(trace, request, new Failure.LengthMissing());
            return;
        }
        if (declared > IamParameters.MAX_BYTES) {
            refuse(trace, request, new Failure.BodyTooLarge(declared, IamParameters.MAX_BYTES));
            return;
        }
        SmallBody.read(
                trace.exchange().requestBody(),
                services.buffers().get(),
                IamParameters.MAX_BYTES,
                new SmallBody.Reader() {
                    @Override
                    public void read(byte[] body) {
                        trace.guard(() -> authenticate(trace, request, body));
                    }

                    @Override
                    public void tooLarge() {
                        throw new IllegalStateException("a body larger than its length");
                    }

                    @Override
                    public void broke(IOException cause) {
                        refuse(trace, request, new Failure.BodyCut(declared, 0));
                    }
                });
    }

    private void authenticate(RequestTrace trace, S3Request request, byte[] body) {
        trace.await(
                authenticator.authenticate(request, body),
                authentication -> {
                    switch (authentication) {
                        case Authentication.Refused(var why) -> refuse(trace, request, why);
                        case Authentication.Unsigned _ ->
                            refuse(trace, request, new Failure.NotAllowed("anonymous access"));
                        case Authentication.Proven(var identity, var _) -> perform(trace, request, identity, body);
                    }
                },
                failure -> refuse(trace, request, failure));
    }

    private void perform(RequestTrace trace, S3Request request, Identity caller, byte[] body) {
        trace.identity(caller);
        if (!caller.isActive(services.clock().instant())) {
            refuse(trace, request, new Failure.CallerDisabled());
            return;
        }
        trace.block(() -> {
            IamAnswer answer = answer(trace, request, caller, body);
            trace.resume(() -> tell(trace, answer));
        });
    }

    private IamAnswer answer(RequestTrace trace, S3Request request, Identity caller, byte[] body) {
        String service = service(request);
        String id = trace.answer().id().value();
        try {
            IamParameters parameters = IamParameters.parse(new String(body, StandardCharsets.UTF_8));
            return api.apply(new IamCall(
                    service,
                    caller,
                    parameters,
                    request.facts(),
                    services.clock().instant(),
                    id));
        } catch (FailureException e) {
            return IamApi.refuse(service, e.failure(), id);
        }
    }

    private static void refuse(RequestTrace trace, S3Request request, Failure why) {
        tell(trace, IamApi.refuse(service(request), why, trace.answer().id().value()));
    }

    private static void tell(RequestTrace trace, IamAnswer answer) {
        trace.answer().document(answer.status(), "text/xml", answer.xml().getBytes(StandardCharsets.UTF_8));
    }

    /** Which of the two the request was signed for. */
    private static String service(S3Request request) {
        return SigV4Parser.parse(request) instanceof AuthenticationClaim.Signed claim
                        && claim.scope().service().equals("sts")
                ? "sts"
                : "iam";
    }
}
