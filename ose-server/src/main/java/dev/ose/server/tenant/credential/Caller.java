package dev.ose.server.tenant.credential;

/** The sender of a request. */
public sealed interface Caller permits Identity, Caller.Anonymous {

    /** An unauthenticated caller. The platform decides about public access to a bucket or object. */
    record Anonymous() implements Caller {}
}
