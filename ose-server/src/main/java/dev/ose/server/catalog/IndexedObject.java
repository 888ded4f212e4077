package dev.ose.server.catalog;

import dev.ose.s3.ObjectKey;

/** An object as the index tells of it. */
public record IndexedObject(ObjectKey key, ObjectFacts facts) {}
