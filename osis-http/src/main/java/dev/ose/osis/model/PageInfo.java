package dev.ose.osis.model;

import org.jspecify.annotations.Nullable;

/**
 * Which part of a list a page is.
 *
 * @param total how many there are on all pages
 */
public record PageInfo(
        @Nullable Long limit,
        @Nullable Long offset,
        @Nullable Long total) {}
