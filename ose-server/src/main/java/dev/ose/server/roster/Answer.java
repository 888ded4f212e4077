package dev.ose.server.roster;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param next the place of its last row; null if no page follows
 * @param total how many rows meet the condition; null if they were not to be counted
 */
public record Answer<T>(
        List<T> items, @Nullable Place next, @Nullable Long total) {

    public Answer {
        items = List.copyOf(items);
    }
}
