package dev.ose.s3.operation;

import dev.ose.testkit.InstalledTools;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Derives {@code s3-members.txt} from the description of S3 in an installed botocore. */
final class Botocore {

    private static final String MODEL = "data/s3/2006-03-01/service-2.json.gz";

    private final Map<?, ?> service;
    private final Map<?, ?> shapes;

    private Botocore(Map<?, ?> service) {
        this.service = service;
        this.shapes = map(service, "shapes");
    }

    /** The text of the resource, if the tests of clients have installed botocore. */
    static Optional<String> members() throws IOException {
        Path tools = InstalledTools.directory().resolve("python/lib");
        if (!Files.isDirectory(tools)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(tools)) {
            Optional<Path> botocore = versions.map(version -> version.resolve("site-packages/botocore"))
                    .filter(folder -> Files.exists(folder.resolve(MODEL)))
                    .findFirst();
            return botocore.isEmpty() ? Optional.empty() : Optional.of(text(botocore.get()));
        }
    }

    private static String text(Path botocore) throws IOException {
        String release =
                Files.readString(botocore.resolve("__init__.py")).replaceAll("(?s).*__version__ = '([0-9.]+)'.*", "$1");
        StringBuilder text = new StringBuilder(
                "# S3's operations and the members of their requests. From botocore " + release + ".\n");
        new Botocore(read(botocore.resolve(MODEL))).lines().forEach(line -> text.append(line)
                .append('\n'));
        return text.toString();
    }

    private List<String> lines() {
        Map<String, String> lines = new TreeMap<>();
        map(service, "operations").forEach((name, described) -> {
            Map<?, ?> operation = (Map<?, ?>) described;
            Map<?, ?> http = map(operation, "http");
            Set<String> words = new LinkedHashSet<>();
            words.add(http.get("method") + " " + http.get("requestUri"));
            if (operation.get("input") instanceof Map<?, ?> input) {
                request(input, words);
            }
            lines.put(String.valueOf(name), name + " " + String.join(" ", words));
        });
        return List.copyOf(lines.values());
    }

    private void request(Map<?, ?> input, Set<String> words) {
        Map<?, ?> shape = shape(input);
        Set<String> elements = new LinkedHashSet<>();
        String root = "/" + input.get("locationName");
        map(shape, "members").forEach((member, details) -> {
            Map<?, ?> place = (Map<?, ?>) details;
            String name = String.valueOf(place.containsKey("locationName") ? place.get("locationName") : member);
            switch (String.valueOf(place.get("location"))) {
                case "header" -> words.add(name.toLowerCase(Locale.ROOT));
                case "headers" -> words.add(name.toLowerCase(Locale.ROOT) + '*');
                case "querystring" -> words.add('?' + name);
                case "uri" -> {}
                default -> {
                    if (!member.equals(shape.get("payload"))) {
                        elements.add(root);
                        element(root, member, place, elements);
                    } else if ("structure".equals(shape(place).get("type"))) {
                        elements.add('/' + name);
                        children('/' + name, place, elements);
                    }
                }
            }
        });
        words.addAll(elements);
    }

    private void children(String path, Map<?, ?> reference, Set<String> elements) {
        Map<?, ?> shape = shape(reference);
        if ("structure".equals(shape.get("type"))) {
            map(shape, "members").forEach((member, place) -> element(path, member, (Map<?, ?>) place, elements));
        }
    }

    private void element(String parent, Object member, Map<?, ?> place, Set<String> elements) {
        Map<?, ?> shape = shape(place);
        Object name = place.containsKey("locationName") ? place.get("locationName") : member;
        if (place.containsKey("xmlAttribute")) {
            elements.add(parent + "/@" + name);
        } else if (!"list".equals(shape.get("type"))) {
            elements.add(parent + '/' + name);
            children(parent + '/' + name, place, elements);
        } else {
            Map<?, ?> item = map(shape, "member");
            boolean isFlat = shape.containsKey("flattened") || place.containsKey("flattened");
            String list = isFlat ? parent : parent + '/' + name;
            String entry = list + '/' + (isFlat ? name : item.get("locationName"));
            if (!isFlat) {
                elements.add(list);
            }
            elements.add(entry);
            children(entry, item, elements);
        }
    }

    private Map<?, ?> shape(Map<?, ?> reference) {
        return map(shapes, String.valueOf(reference.get("shape")));
    }

    private static Map<?, ?> map(Map<?, ?> parent, String name) {
        return (Map<?, ?>) Objects.requireNonNull(parent.get(name), name);
    }

    private static Map<?, ?> read(Path model) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(model));
                JsonParser json = JsonFactory.builder().build().createParser(ObjectReadContext.empty(), in)) {
            json.nextToken();
            return (Map<?, ?>) value(json);
        }
    }

    private static Object value(JsonParser json) {
        return switch (json.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> members = new LinkedHashMap<>();
                while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                    String name = json.currentName();
                    json.nextToken();
                    members.put(name, value(json));
                }
                yield members;
            }
            case START_ARRAY -> {
                List<Object> items = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    items.add(value(json));
                }
                yield items;
            }
            default -> String.valueOf(json.getString());
        };
    }
}
