package dev.ose.server.pagination;

import org.jspecify.annotations.Nullable;

/**
 * Selects a page of a list.
 *
 * @param after the position of the last row of the previous page; null for the first page
 * @param limit the maximum number of rows
 * @param isCounted whether to count all rows that match the filter
 */
public record ListQuery(
        ListFilter filter, AdminList.Order order, @Nullable PagePosition after, int limit, boolean isCounted) {}
