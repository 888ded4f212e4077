package dev.ose.server.pagination;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param next the position of its last row; null if no page follows
 * @param total number of rows that match the filter; null if the query does not count them
 */
public record ListPage<T>(
        List<T> items,
        @Nullable PagePosition next,
        @Nullable Long total) {

    public ListPage {
        items = List.copyOf(items);
    }
}
