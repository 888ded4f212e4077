package dev.ose.server.roster;

import org.jspecify.annotations.Nullable;

/**
 * Which rows of a list are asked for.
 *
 * @param after the place of the last row of the page before; null from the start
 * @param limit at most so many
 * @param isCounted whether to count all rows that meet the condition
 */
public record Question(
        Condition condition, Roster.Order order, @Nullable Place after, int limit, boolean isCounted) {}
