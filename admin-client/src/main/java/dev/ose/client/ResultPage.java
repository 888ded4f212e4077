package dev.ose.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param <I> an item
 */
public interface ResultPage<I> extends Document {

    /** The items of this page, in the list's order. */
    List<I> items();

    /** The parameter {@link Paged#after} of the next page; null on the last. */
    @Nullable
    String next();
}
