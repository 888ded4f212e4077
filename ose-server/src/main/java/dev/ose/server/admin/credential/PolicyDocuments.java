package dev.ose.server.admin.credential;

import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.credential.NamedPolicy;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Policy documents in the JSON of the admin API: objects there, texts where they are kept. */
final class PolicyDocuments {

    private PolicyDocuments() {}

    /** A policy that is sent. */
    record NewPolicy(@Required @Nullable JsonNode document) {}

    /** A policy as the API shows it. */
    record PolicyView(String name, JsonNode document) {

        static PolicyView of(NamedPolicy policy) {
            return new PolicyView(policy.name(), shown(policy.document()));
        }
    }

    /** The text of a document that is sent as an object. Fails with {@code Invalid}, which names the field. */
    static String text(String field, @Nullable JsonNode document) {
        JsonNode given = Input.required(field, document);
        if (!given.isObject()) {
            throw new FailureException(new Failure.Invalid(field, "must be a JSON object"));
        }
        return given.toString();
    }

    /** A document that is kept, which was JSON when it was stored. */
    static JsonNode shown(String document) {
        try {
            return JsonMapper.shared().readTree(document);
        } catch (JacksonException e) {
            throw new IllegalStateException("a stored policy is no JSON", e);
        }
    }
}
