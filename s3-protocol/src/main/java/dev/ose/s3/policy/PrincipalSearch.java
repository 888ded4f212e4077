package dev.ose.s3.policy;

import dev.ose.s3.policy.PrincipalList.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Finds the principals of the statements of a policy and overlooks everything else. */
final class PrincipalSearch {

    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> NAMES = Set.of("Principal", "NotPrincipal");

    /** The document and the statement. A condition, which may have keys of any name, lies deeper. */
    private static final int OBJECTS_AROUND = 2;

    private PrincipalSearch() {}

    static List<Principal> in(String document) {
        List<Principal> found = new ArrayList<>();
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), document)) {
            int objects = 0;
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.START_OBJECT) {
                    objects++;
                } else if (token == JsonToken.END_OBJECT) {
                    objects--;
                } else if (token == JsonToken.PROPERTY_NAME
                        && objects == OBJECTS_AROUND
                        && NAMES.contains(json.currentName())) {
                    collect(json, found);
                }
            }
            return found;
        } catch (JacksonException e) {
            throw new MalformedPolicyException("it is not valid JSON");
        }
    }

    /** All texts of the value that follows, in whatever they are nested; the parser stands at its end then. */
    private static void collect(JsonParser json, List<Principal> found) {
        int open = 0;
        do {
            JsonToken token = json.nextToken();
            if (token == JsonToken.VALUE_STRING) {
                found.add(Principal.at(json));
            } else if (token.isStructStart()) {
                open++;
            } else if (token.isStructEnd()) {
                open--;
            }
        } while (open > 0);
    }
}
