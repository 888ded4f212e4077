package dev.ose.server.iam;

import dev.ose.server.access.RequestFacts;
import dev.ose.server.runtime.failure.Failure;

/** Answers calls of IAM and STS. Every method blocks on the database and may be called from several threads. */
@FunctionalInterface
public interface IamService {

    /** Performs what somebody asks who was proven, or says why not. */
    IamAnswer perform(IamCall call);

    /** Performs what somebody asks who did not sign, or says why not; nothing is offered to them unless it is overridden. */
    default IamAnswer performUnsigned(IamParameters parameters, RequestFacts about, String requestId) {
        return IamApi.refuse("sts", new Failure.NotAllowed("anonymous access"), requestId);
    }
}
