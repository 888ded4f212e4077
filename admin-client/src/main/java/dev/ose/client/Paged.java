package dev.ose.client;

import org.jspecify.annotations.Nullable;

/**
 * A request for a page of a list.
 *
 * @param <P> the page
 */
public interface Paged<P extends ResultPage<?>> extends Request<P> {

    /** The same for the page behind {@link ResultPage#next} of another; the first one for an empty text. */
    Paged<P> after(@Nullable String after);

    /** The same for pages of at most so many items. */
    Paged<P> limit(@Nullable Integer limit);
}
