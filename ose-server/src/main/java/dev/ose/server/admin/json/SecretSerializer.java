package dev.ose.server.admin.json;

import dev.ose.adapter.Secret;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/** Writes a secret in clear text; only for the one field of the one answer that contains it. */
public final class SecretSerializer extends ValueSerializer<Secret> {

    @Override
    public void serialize(Secret secret, JsonGenerator json, SerializationContext context) {
        String clear = secret.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
        json.writeString(clear);
    }
}
