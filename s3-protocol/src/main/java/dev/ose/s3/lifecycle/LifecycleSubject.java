package dev.ose.s3.lifecycle;

import java.util.Map;

/** What filters look at: a version of an object. Delete markers and uploads have neither size nor tags. */
public record LifecycleSubject(String key, long sizeBytes, Map<String, String> tags) {

    public LifecycleSubject {
        tags = Map.copyOf(tags);
    }
}
