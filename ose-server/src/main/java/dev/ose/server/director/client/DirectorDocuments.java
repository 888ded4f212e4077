package dev.ose.server.director.client;

import dev.ose.server.director.DirectorRoleId;
import dev.ose.server.director.DirectorSession;
import dev.ose.server.director.DirectorSession.DirectorUser;
import dev.ose.server.director.DirectorSession.Organisation;
import dev.ose.server.director.DirectorUserId;
import dev.ose.server.director.OrganisationId;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads documents of CloudAPI. Unknown members are ignored: later versions have more. */
final class DirectorDocuments {

    private static final int MAX_ROLES = 20;
    private static final int MAX_NAME = 256;

    private DirectorDocuments() {}

    static JsonNode object(byte[] body) throws IOException {
        try {
            JsonNode document = JsonMapper.shared().readTree(body);
            if (document.isObject()) {
                return document;
            }
        } catch (JacksonException e) {
            throw new IOException("its answer is no JSON", e);
        }
        throw new IOException("its answer is no JSON object");
    }

    /** The document of {@code GET /cloudapi/1.0.0/sessions/current}. */
    static DirectorSession session(byte[] body) throws IOException {
        JsonNode document = object(body);
        return new DirectorSession(
                new DirectorUser(
                        id("user", DirectorUserId.parse(id(document.path("user")))), name(document.path("user"))),
                new Organisation(id("org", OrganisationId.parse(id(document.path("org")))), name(document.path("org"))),
                roles(document.path("roleRefs")));
    }

    private static Set<DirectorRoleId> roles(JsonNode references) throws IOException {
        Set<DirectorRoleId> roles = new HashSet<>();
        for (JsonNode reference : references) {
            roles.add(id("roleRefs", DirectorRoleId.parse(id(reference))));
        }
        if (roles.size() > MAX_ROLES) {
            throw new IOException("its session has more than " + MAX_ROLES + " roles");
        }
        return roles;
    }

    private static String id(JsonNode reference) {
        return reference.path("id").asString("");
    }

    private static <T> T id(String member, Optional<T> parsed) throws IOException {
        return parsed.orElseThrow(() -> new IOException("its session names no id of " + member));
    }

    private static String name(JsonNode reference) throws IOException {
        String name = reference.path("name").asString("");
        boolean isText = name.chars().noneMatch(Character::isISOControl);
        if (name.isEmpty() || name.length() > MAX_NAME || !isText) {
            throw new IOException("its session has an unusable name");
        }
        return name;
    }

    /** The names of a page of rights. */
    static List<String> names(JsonNode page) {
        return page.path("values")
                .valueStream()
                .map(right -> right.path("name").asString(""))
                .toList();
    }
}
