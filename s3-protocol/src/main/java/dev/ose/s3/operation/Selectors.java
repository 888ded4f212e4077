package dev.ose.s3.operation;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The query parameters that select a subresource of a bucket or of an object. S3 ignores every other name. */
final class Selectors {

    static final Set<String> ALL = Stream.of(
                    Arrays.stream(BucketSubresource.Action.values()).map(BucketSubresource.Action::selector),
                    Arrays.stream(ObjectSubresource.Action.values()).map(ObjectSubresource.Action::selector),
                    Stream.of("delete", "metadataAnnotationTable", "session", "uploads", "versions"),
                    Stream.of("annotation", "attributes", "renameObject", "restore", "select", "torrent"))
            .flatMap(names -> names)
            .collect(Collectors.toUnmodifiableSet());

    private Selectors() {}
}
