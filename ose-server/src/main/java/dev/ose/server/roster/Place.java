package dev.ose.server.roster;

/**
 * A row's place in a list. Its values are of the kinds of the properties: {@code String}, {@code Long} or {@code
 * Instant}.
 *
 * @param value the row's value of the property of the order
 * @param key the row's key
 */
public record Place(Object value, Object key) {}
