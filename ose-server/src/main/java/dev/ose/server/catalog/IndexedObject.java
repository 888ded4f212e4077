package dev.ose.server.catalog;

import dev.ose.s3.ObjectKey;

/** An object as stored in the index. */
public record IndexedObject(ObjectKey key, ObjectFacts facts) {}
