package dev.ose.client;

/**
 * A request of the admin API, some of whose query may still be unset.
 *
 * @param <A> what its answer is read as
 */
public interface Request<A> {

    /** The request as it is now. */
    Call<A> call();
}
