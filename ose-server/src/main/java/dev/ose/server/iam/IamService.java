package dev.ose.server.iam;

import dev.ose.server.access.RequestFacts;
import dev.ose.server.runtime.failure.Failure;

/** Performs calls of IAM and STS. Every method blocks on the database. Thread-safe. */
@FunctionalInterface
public interface IamService {

    /** Performs an authenticated call, or returns an error response. */
    IamAnswer perform(IamCall call);

    /** Performs an unsigned call, or returns an error response; refuses every call unless overridden. */
    default IamAnswer performUnsigned(IamParameters parameters, RequestFacts about, String requestId) {
        return IamApi.refuse("sts", new Failure.NotAllowed("anonymous access"), requestId);
    }
}
