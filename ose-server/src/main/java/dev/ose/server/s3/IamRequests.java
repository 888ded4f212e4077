package dev.ose.server.s3;

import dev.ose.s3.sigv4.AuthenticationClaim;
import dev.ose.s3.sigv4.SigV4Parser;
import dev.ose.server.access.CallerFacts;
import dev.ose.server.accounting.metering.Category;
import dev.ose.server.accounting.metering.MeteredAccount;
import dev.ose.server.iam.IamAnswer;
import dev.ose.server.iam.IamApi;
import dev.ose.server.iam.IamCall;
import dev.ose.server.iam.IamParameters;
import dev.ose.server.iam.IamService;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.auth.Authentication;
import dev.ose.server.s3.auth.Authenticator;
import dev.ose.server.s3.auth.S3Request;
import dev.ose.server.s3.relay.RequestTrace;
import dev.ose.server.s3.relay.S3Services;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.transfer.SmallBody;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * IAM and STS at the S3 endpoint, where S3 itself has no operation, so that tenants need no address but one. The body
 * is read, the signature proven, and the action performed on a thread that may block.
 */
final class IamRequests {

    private static final String STS = "sts";
    private static final String FORM = "application/x-www-form-urlencoded";

    private final Authenticator authenticator;
    private final IamService api;
    private final S3Services services;

    IamRequests(Authenticator authenticator, IamService api, S3Services services) {
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
        String service = service(request);
        trace.meteredAs(service.equals(STS) ? Category.STS : Category.IAM);
        new Call(trace, request, service).read();
    }

    /** The service that a request was signed for. */
    private static String service(S3Request request) {
        return SigV4Parser.parse(request) instanceof AuthenticationClaim.Signed claim
                        && claim.scope().service().equals(STS)
                ? STS
                : "iam";
    }

    /** One call on its way. */
    private final class Call {

        private final RequestTrace trace;
        private final S3Request request;
        private final String service;

        Call(RequestTrace trace, S3Request request, String service) {
            this.trace = trace;
            this.request = request;
            this.service = service;
        }

        void read() {
            long declared = trace.exchange().requestLength();
            if (declared < 0) {
                refuse(new Failure.LengthMissing());
                return;
            }
            if (declared > IamParameters.MAX_BYTES) {
                refuse(new Failure.BodyTooLarge(declared, IamParameters.MAX_BYTES));
                return;
            }
            SmallBody.read(
                    trace.exchange().requestBody(),
                    services.requests().buffers(),
                    IamParameters.MAX_BYTES,
                    trace.memory(),
                    new SmallBody.Reader() {
                        @Override
                        public void read(byte[] body) {
                            trace.guard(() -> authenticate(body));
                        }

                        @Override
                        public void tooLarge() {
                            throw new IllegalStateException("a body larger than its length");
                        }

                        @Override
                        public void broke(IOException cause) {
                            refuse(new Failure.BodyCut(declared, 0));
                        }

                        @Override
                        public void noRoom() {
                            refuse(RequestTrace.NO_ROOM);
                        }
                    });
        }

        private void authenticate(byte[] body) {
            if (SigV4Parser.parse(request) instanceof AuthenticationClaim.Anonymous) {
                trace.block(() -> {
                    IamAnswer answer = answerUnsigned(body);
                    trace.resume(() -> send(answer));
                });
                return;
            }
            trace.await(
                    authenticator.authenticate(request, body),
                    authentication -> {
                        switch (authentication) {
                            case Authentication.Refused(var why) -> refuse(why);
                            case Authentication.Unsigned _ -> refuse(new Failure.NotAllowed("anonymous access"));
                            case Authentication.OtherScheme(var why, var _) -> refuse(why);
                            case Authentication.Proven(var identity, var _) -> perform(identity, body);
                        }
                    },
                    this::refuse);
        }

        private void perform(Identity caller, byte[] body) {
            trace.identity(caller);
            if (!caller.isActive(services.clock().instant())) {
                refuse(new Failure.CallerDisabled());
                return;
            }
            trace.block(() -> {
                IamAnswer answer = answer(caller, body);
                trace.resume(() -> send(answer));
            });
        }

        private IamAnswer answer(Identity caller, byte[] body) {
            try {
                IamParameters parameters = IamParameters.parse(new String(body, StandardCharsets.UTF_8));
                CallerFacts about = new CallerFacts(
                        caller, request.facts(), services.clock().instant());
                return api.perform(new IamCall(
                        service, about, parameters, trace.answer().id().value()));
            } catch (FailureException e) {
                return IamApi.refuse(service, e.failure(), trace.answer().id().value());
            }
        }

        private IamAnswer answerUnsigned(byte[] body) {
            String id = trace.answer().id().value();
            try {
                IamParameters parameters = IamParameters.parse(new String(body, StandardCharsets.UTF_8));
                return api.performUnsigned(parameters, request.facts(), id);
            } catch (FailureException e) {
                return IamApi.refuse(service, e.failure(), id);
            }
        }

        private void refuse(Failure why) {
            send(IamApi.refuse(service, why, trace.answer().id().value()));
        }

        private void send(IamAnswer answer) {
            if (answer.action() != null) {
                trace.operation(answer.action().wireName());
            }
            IamAnswer.Payer payer = answer.payer();
            if (payer != null) {
                // Anonymous requests can only be for STS.
                trace.meteredAs(Category.STS);
                trace.paidBy(new MeteredAccount(payer.tenant(), payer.user(), ""));
            }
            if (answer.failure() != null) {
                trace.answer().noteFailure(answer.failure());
            }
            trace.answer().document(answer.status(), "text/xml", answer.xml().getBytes(StandardCharsets.UTF_8));
        }
    }
}
