package dev.ose.server.catalog.search;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.ObjectFacts;

/** An object that was found. */
public record FoundObject(SearchedBucket bucket, ObjectKey key, ObjectFacts facts) {}
