package dev.ose.server.tenant.credential;

/** Who sends a request. */
public sealed interface Caller permits Identity, Caller.Anonymous {

    /** Somebody who proves nothing. The platform decides what everybody may do with a bucket or object. */
    record Anonymous() implements Caller {}
}
