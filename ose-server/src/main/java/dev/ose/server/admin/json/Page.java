package dev.ose.server.admin.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param next pass it as {@code after} to read on; absent on the last page
 * @param total how many there are on all pages; absent unless it was asked for
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Page<T>(
        List<T> items, @Nullable String next, @Nullable Long total) {

    public static final int MAX_SIZE = 1_000;

    /** A page of a list that is not counted. */
    public Page(List<T> items, @Nullable String next) {
        this(items, next, null);
    }

    /** A page with the found item, or an empty one. */
    public static <V> Page<V> ofOne(Supplier<V> search) {
        try {
            return new Page<>(List.of(search.get()), null);
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.NotFound) {
                return new Page<>(List.of(), null);
            }
            throw e;
        }
    }

    /** Reads one more than requested, which shows whether a page follows. */
    public static <D, V> Page<V> read(
            String after,
            int limit,
            BiFunction<String, Integer, List<D>> source,
            Function<D, V> view,
            Function<D, String> name) {
        if (limit < 1 || limit > MAX_SIZE) {
            throw new FailureException(new Failure.Invalid("limit", "must be from 1 to " + MAX_SIZE));
        }
        List<D> found = source.apply(after, limit + 1);
        boolean more = found.size() > limit;
        List<D> shown = more ? found.subList(0, limit) : found;
        return new Page<>(shown.stream().map(view).toList(), more ? name.apply(shown.getLast()) : null);
    }
}
