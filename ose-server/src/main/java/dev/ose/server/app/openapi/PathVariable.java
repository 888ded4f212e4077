package dev.ose.server.app.openapi;

import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.util.Arrays;
import java.util.Set;

/** The variables of paths, which mean the same in each. */
enum PathVariable {
    TENANT("tenant", "Id of a tenant.", Form.UUID),
    USER("user", "Id of a user of the tenant.", Form.UUID),
    USER_NAME("userName", "Name of a user of the tenant.", Form.TEXT),
    SESSION("session", "Id of a session.", Form.UUID),
    TOKEN("token", "Id of a token.", Form.UUID),
    JOB("job", "Id of a job.", Form.NUMBER),
    LINK("link", "Id of a link.", Form.UUID),
    ANNOUNCEMENT("announcement", "Id of an announcement.", Form.UUID),
    WEBHOOK("webhook", "Id of a webhook.", Form.NUMBER),
    BUCKET("bucket", "Name of a bucket.", Form.TEXT),
    ACCESS_KEY("accessKey", "Id of a key pair.", Form.TEXT),
    ADMINISTRATOR("administrator", "Name of an administrator of the provider.", Form.TEXT),
    PLATFORM("platform", "Name of a platform.", Form.TEXT),
    IDENTITY_PROVIDER("name", "Name of an identity provider.", Form.TEXT),
    SIGN_IN_PROVIDER("provider", "Name of an identity provider.", Form.TEXT),
    TENANT_NAME("tenantName", "Name of a tenant.", Form.TEXT),
    RATE_PLAN("plan", "Name of a plan of prices.", Form.TEXT),
    NODE("node", "Name of a node.", Form.UUID),
    ROLE("role", "Name of a role.", Form.TEXT),
    POLICY("policy", "Name of a policy.", Form.TEXT);

    /** How a variable is written. */
    private enum Form {
        UUID,
        NUMBER,
        TEXT
    }

    private final String variable;
    private final String meaning;
    private final Form form;

    PathVariable(String variable, String meaning, Form form) {
        this.variable = variable;
        this.meaning = meaning;
        this.form = form;
    }

    /** Completes a parameter; one that is not known is a bug of the table here. */
    static void describe(Parameter parameter) {
        PathVariable found = Arrays.stream(values())
                .filter(it -> it.variable.equals(parameter.getName()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no meaning of {" + parameter.getName() + "}"));
        JsonSchema schema = new JsonSchema();
        schema.types(Set.of("string"));
        switch (found.form) {
            case UUID -> schema.format("uuid");
            case NUMBER -> schema.pattern("^[0-9]{1,18}$");
            case TEXT -> schema.minLength(1);
        }
        parameter.description(found.meaning).schema(schema);
    }
}
