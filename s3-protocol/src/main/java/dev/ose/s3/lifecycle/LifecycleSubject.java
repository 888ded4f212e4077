package dev.ose.s3.lifecycle;

import java.util.Map;

/** A version of an object as filters see it. Delete markers and uploads have neither size nor tags. */
public record LifecycleSubject(String key, long sizeBytes, Map<String, String> tags) {

    public LifecycleSubject {
        tags = Map.copyOf(tags);
    }
}
