package dev.ose.server.admin.core;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.List;
import java.util.function.Function;

/** A page of a list by offset. */
record CorePage<T>(List<T> items, PageInfo pageInfo) {

    /**
     * Where the page is.
     *
     * @param total how many there are on all pages
     */
    record PageInfo(int offset, int limit, long total) {}

    /** The part of a whole list. Fails with {@code Invalid} if the offset is negative. */
    static <D, V> CorePage<V> of(List<D> all, int offset, int limit, Function<? super D, ? extends V> view) {
        if (offset < 0) {
            throw new FailureException(new Failure.Invalid("offset", "must not be negative"));
        }
        List<V> items = all.stream().skip(offset).limit(limit).<V>map(view).toList();
        return new CorePage<>(items, new PageInfo(offset, limit, all.size()));
    }
}
