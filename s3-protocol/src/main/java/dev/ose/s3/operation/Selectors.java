package dev.ose.s3.operation;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The query parameters that select a subresource of a bucket or of an object. S3 ignores every other name. */
final class Selectors {

    /** Those of actions that are refused by name, as nothing else is known of them. */
    private static final List<String> REFUSED = List.of("annotation", "metadataAnnotationTable");

    static final Set<String> ALL = Stream.concat(
                    REFUSED.stream(),
                    S3Action.all().map(action -> action.traits().selector()).filter(Objects::nonNull))
            .collect(Collectors.toUnmodifiableSet());

    private Selectors() {}
}
