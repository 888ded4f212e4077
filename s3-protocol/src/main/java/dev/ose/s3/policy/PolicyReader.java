package dev.ose.s3.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** Reads the JSON of a policy: of one without principals, or of a bucket or role, whose statements all have some. */
final class PolicyReader {

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final String WITH_VARIABLES = "2012-10-17";
    private static final String WITHOUT_VARIABLES = "2008-10-17";

    private final JsonParser json;
    private final @Nullable PrincipalSink principals;

    private PolicyReader(JsonParser json, @Nullable PrincipalSink principals) {
        this.json = json;
        this.principals = principals;
    }

    /**
     * Reads a document.
     *
     * @param principals takes those of a bucket or trust policy; null for a policy that names none
     */
    static Policy read(String document, @Nullable PrincipalSink principals) {
        boolean variables = version(document).equals(WITH_VARIABLES);
        try (JsonParser parser = parser(document)) {
            return new Policy(new PolicyReader(parser, principals).statements(variables));
        } catch (JacksonException e) {
            throw new MalformedPolicyException("it is not valid JSON");
        }
    }

    /** A parser at the beginning of the document, which refuses what is there twice. */
    static JsonParser parser(String document) {
        return JSON.createParser(ObjectReadContext.empty(), document);
    }

    /** The version, which may stand behind the statements that it is about. */
    private static String version(String document) {
        try (JsonParser parser = parser(document)) {
            PolicyReader reader = new PolicyReader(parser, null);
            reader.require(parser.nextToken(), JsonToken.START_OBJECT, "a policy is an object");
            String version = WITHOUT_VARIABLES;
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                if (parser.currentName().equals("Version")) {
                    version = reader.nextText("Version");
                } else {
                    parser.nextToken();
                    parser.skipChildren();
                }
            }
            if (!version.equals(WITH_VARIABLES) && !version.equals(WITHOUT_VARIABLES)) {
                throw new MalformedPolicyException("Version must be " + WITH_VARIABLES + " or " + WITHOUT_VARIABLES);
            }
            return version;
        } catch (JacksonException e) {
            throw new MalformedPolicyException("it is not valid JSON");
        }
    }

    private List<Statement> statements(boolean variables) {
        List<Statement> statements = new ArrayList<>();
        json.nextToken();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            switch (json.currentName()) {
                case "Version", "Id" -> nextText(json.currentName());
                case "Statement" -> {
                    if (json.nextToken() == JsonToken.START_ARRAY) {
                        while (json.nextToken() != JsonToken.END_ARRAY) {
                            statements.add(statement(statements.size() + 1, variables));
                        }
                    } else {
                        statements.add(statement(statements.size() + 1, variables));
                    }
                }
                default -> throw unexpected();
            }
        }
        if (json.nextToken() != null) {
            throw new MalformedPolicyException("something follows the policy");
        }
        if (statements.isEmpty()) {
            throw new MalformedPolicyException("a policy has at least one Statement");
        }
        return statements;
    }

    private Statement statement(int position, boolean variables) {
        require(json.currentToken(), JsonToken.START_OBJECT, "a Statement is an object");
        Draft draft = new Draft(position, variables);
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            switch (name) {
                case "Sid" -> draft.sid = nextText(name);
                case "Effect" -> draft.effect = effect(nextText(name));
                case "Action", "NotAction" -> draft.actions(nextTexts(name), name.equals("NotAction"));
                case "Resource", "NotResource" -> draft.resources(nextTexts(name), name.equals("NotResource"));
                case "Condition" -> conditions(draft);
                case "Principal", "NotPrincipal" -> principals(name.equals("NotPrincipal"));
                default -> throw unexpected();
            }
        }
        Statement statement = draft.finish(principals == null || principals.hasResources());
        if (principals != null) {
            principals.endStatement(statement.effect());
        }
        return statement;
    }

    private void principals(boolean inverted) {
        if (principals == null) {
            throw new MalformedPolicyException("a policy of a user or credential names no principal");
        }
        principals.begin(inverted);
        if (json.nextToken() == JsonToken.START_OBJECT) {
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String kind = json.currentName();
                if (json.nextToken() == JsonToken.START_ARRAY) {
                    while (json.nextToken() != JsonToken.END_ARRAY) {
                        principal(principals, kind);
                    }
                } else {
                    principal(principals, kind);
                }
            }
        } else {
            principal(principals, "");
        }
    }

    private void principal(PrincipalSink list, String kind) {
        require(json.currentToken(), JsonToken.VALUE_STRING, "a principal is text");
        list.add(kind, json);
    }

    private void conditions(Draft draft) {
        require(json.nextToken(), JsonToken.START_OBJECT, "a Condition is an object");
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String operator = json.currentName();
            require(json.nextToken(), JsonToken.START_OBJECT, "an operator of a Condition holds an object");
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String key = json.currentName();
                if (principals != null) {
                    principals.condition(key);
                }
                draft.conditions.add(Condition.of(
                        new Condition.Test(operator, key), known(key), nextTexts("Condition"), draft.variables));
            }
        }
    }

    private Optional<ContextKey> known(String key) {
        return principals == null || principals.hasResources() ? ContextKey.find(key) : ContextKey.findInTrust(key);
    }

    private List<String> nextTexts(String name) {
        if (json.nextToken() != JsonToken.START_ARRAY) {
            return List.of(text(name));
        }
        List<String> texts = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            texts.add(text(name));
        }
        if (texts.isEmpty()) {
            throw new MalformedPolicyException(name + " must not be empty");
        }
        return texts;
    }

    private String nextText(String name) {
        json.nextToken();
        return text(name);
    }

    private String text(String name) {
        JsonToken token = json.currentToken();
        if (token == null || !token.isScalarValue() || token == JsonToken.VALUE_NULL) {
            throw new MalformedPolicyException(name + " must be text");
        }
        return json.getString();
    }

    private static Statement.Effect effect(String text) {
        return switch (text) {
            case "Allow" -> Statement.Effect.ALLOW;
            case "Deny" -> Statement.Effect.DENY;
            default -> throw new MalformedPolicyException("Effect must be Allow or Deny");
        };
    }

    private void require(@Nullable JsonToken token, JsonToken wanted, String rule) {
        if (token != wanted) {
            throw new MalformedPolicyException(rule);
        }
    }

    private MalformedPolicyException unexpected() {
        return new MalformedPolicyException("there is no element " + json.currentName());
    }

    /** A statement whose elements come in any order. */
    private static final class Draft {

        private final int position;
        private final boolean variables;
        private final List<Condition> conditions = new ArrayList<>();
        private String sid = "";
        private Statement.@Nullable Effect effect;
        private @Nullable List<Pattern> actions;
        private @Nullable List<Pattern> resources;
        private boolean isNotAction;
        private boolean isNotResource;

        Draft(int position, boolean variables) {
            this.position = position;
            this.variables = variables;
        }

        void actions(List<String> texts, boolean inverted) {
            if (actions != null) {
                throw new MalformedPolicyException("a Statement has either Action or NotAction");
            }
            texts.forEach(Draft::requireAction);
            actions = texts.stream().map(Pattern::action).toList();
            isNotAction = inverted;
        }

        void resources(List<String> texts, boolean inverted) {
            if (resources != null) {
                throw new MalformedPolicyException("a Statement has either Resource or NotResource");
            }
            texts.forEach(Draft::requireResource);
            resources = texts.stream()
                    .map(text -> Pattern.text(text, true, variables, false))
                    .toList();
            isNotResource = inverted;
        }

        /** @param hasResource whether it must name a resource; otherwise it must not, and applies to any */
        Statement finish(boolean hasResource) {
            if (!hasResource && resources == null) {
                resources = List.of();
                isNotResource = true;
            } else if (!hasResource) {
                throw new MalformedPolicyException("a Statement of a trust policy has no Resource");
            }
            if (effect == null || actions == null || resources == null) {
                throw new MalformedPolicyException("a Statement has Effect, Action and Resource");
            }
            return new Statement(
                    new StatementId(position, sid), effect, actions, isNotAction, resources, isNotResource, conditions);
        }

        private static void requireAction(String text) {
            if (!text.equals("*") && text.indexOf(':') <= 0) {
                throw new MalformedPolicyException("an Action is * or has the form service:name");
            }
        }

        private static void requireResource(String text) {
            if (!text.equals("*") && !text.startsWith("arn:")) {
                throw new MalformedPolicyException("a Resource is * or an ARN");
            }
        }
    }
}
