package dev.ose.server.catalog.search;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.ObjectFacts;

/** An object of a search result. */
public record FoundObject(SearchedBucket bucket, ObjectKey key, ObjectFacts facts) {}
