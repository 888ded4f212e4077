package dev.ose.server.pagination;

/**
 * The position of a row in an ordered list, from which the next page is read (keyset pagination). The types of its
 * values follow the kinds of the properties: {@code String}, {@code Long} or {@code Instant}.
 *
 * @param value the row's value of the property that the list is ordered by
 * @param key the row's key, which orders rows of equal values
 */
public record PagePosition(Object value, Object key) {}
