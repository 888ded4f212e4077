package dev.ose.server.admin.json;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Members of documents that change something: what is absent stays, what is JSON's null is removed.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc7396">RFC 7396, JSON Merge Patch</a>
 */
public final class MergePatch {

    /** The media type of such documents, which may also be sent as JSON. */
    public static final String MEDIA_TYPE = "application/merge-patch+json";

    private MergePatch() {}

    /** The text of a member that is there; null if it is removed. Fails with {@code Invalid}, which names the field. */
    public static @Nullable String text(String field, JsonNode value) {
        if (value.isNull()) {
            return null;
        }
        if (!value.isString()) {
            throw new FailureException(new Failure.Invalid(field, "must be a text or null"));
        }
        return value.asString();
    }
}
