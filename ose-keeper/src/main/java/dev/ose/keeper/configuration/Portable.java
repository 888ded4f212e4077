package dev.ose.keeper.configuration;

import dev.ose.adapter.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Contents of an export: JSON, so that a later release can read it and detect fields that it does not know.
 *
 * @param exportedAt in ISO 8601
 */
record Portable(String exportedAt, StoredConfiguration configuration, Map<AttachedFile, Secret> files) {

    private static final int FORMAT = 1;

    Portable {
        files = files.isEmpty() ? Map.of() : new EnumMap<>(files);
    }

    byte[] write() {
        JsonMapper json = JsonMapper.shared();
        ObjectNode root = json.createObjectNode();
        root.put("format", FORMAT).put("exportedAt", exportedAt);
        root.put("options", configuration.options().text());
        root.put("jvmOptions", configuration.jvmArguments());
        ObjectNode secrets = root.putObject("secrets");
        configuration.secrets().forEach((key, value) -> secrets.put(key, text(value)));
        ObjectNode attached = root.putObject("files");
        files.forEach((file, contents) -> attached.put(
                file.name(), contents.<String>use(bytes -> Base64.getEncoder().encodeToString(bytes))));
        return json.writeValueAsBytes(root);
    }

    /** @throws dev.ose.config.ConfigurationException if the export is of a later release */
    static Portable read(byte[] bytes) {
        try {
            JsonNode root = JsonMapper.shared().readTree(bytes);
            if (root.path("format").asInt() != FORMAT) {
                throw later("format " + root.path("format").asInt());
            }
            Map<String, Secret> secrets = new TreeMap<>();
            root.path("secrets")
                    .properties()
                    .forEach(it ->
                            secrets.put(it.getKey(), Secret.of(it.getValue().asString())));
            Map<AttachedFile, Secret> files = new EnumMap<>(AttachedFile.class);
            for (Map.Entry<String, JsonNode> file : root.path("files").properties()) {
                files.put(
                        attached(file.getKey()),
                        Secret.of(Base64.getDecoder().decode(file.getValue().asString())));
            }
            return new Portable(
                    root.path("exportedAt").asString(),
                    new StoredConfiguration(
                            PropertiesText.parse(root.path("options").asString()),
                            secrets,
                            root.path("jvmOptions").asString()),
                    files);
        } catch (JacksonException | IllegalArgumentException e) {
            throw later("contents that this release cannot read");
        }
    }

    private static AttachedFile attached(String name) {
        for (AttachedFile file : AttachedFile.values()) {
            if (file.name().equals(name)) {
                return file;
            }
        }
        throw later("a file " + name);
    }

    private static RuntimeException later(String what) {
        return ConfigurationErrors.of(
                SealedExport.NOT_AN_EXPORT,
                "The export has " + what + ", which this release does not know.",
                "the export",
                "Import it with the release that wrote it, or a later one.");
    }

    private static String text(Secret secret) {
        return secret.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }
}
