package dev.ose.server.admin.json;

import dev.ose.adapter.Secret;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/** Reads a secret, which from then on does not print. */
public final class SecretDeserializer extends ValueDeserializer<Secret> {

    @Override
    public Secret deserialize(JsonParser json, DeserializationContext context) {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            return (Secret) context.handleUnexpectedToken(context.constructType(Secret.class), json);
        }
        return Secret.of(json.getString());
    }
}
