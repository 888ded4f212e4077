package dev.ose.osis.model;

import org.jspecify.annotations.Nullable;

/**
 * Which part of a list a page is.
 *
 * @param total the number of items on all pages
 */
public record PageInfo(
        @Nullable Long limit,
        @Nullable Long offset,
        @Nullable Long total) {}
