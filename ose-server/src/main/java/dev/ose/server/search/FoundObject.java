package dev.ose.server.search;

import dev.ose.s3.ObjectKey;
import dev.ose.server.object.ObjectFacts;

/** An object that was found. */
public record FoundObject(SearchedBucket bucket, ObjectKey key, ObjectFacts facts) {}
