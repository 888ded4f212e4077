package dev.ose.s3.policy;

import java.util.List;

/** What is known of a request beside action and resource. */
public interface RequestContext {

    /** The values of a key, none if the request has none. */
    List<String> values(ContextKey key);
}
