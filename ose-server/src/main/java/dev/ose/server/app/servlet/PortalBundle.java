package dev.ose.server.app.servlet;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The files of the portal, as the module {@code portal-ui} packs them, in memory: half a megabyte. Immutable. */
public final class PortalBundle {

    private static final String FOLDER = "META-INF/resources/portal/";
    private static final String LIST = "files.txt";

    private final Map<String, File> files;

    private PortalBundle(Map<String, File> files) {
        this.files = Map.copyOf(files);
    }

    /**
     * A file.
     *
     * @param tag its entity tag
     * @param type its media type
     */
    @SuppressWarnings("ArrayRecordComponent") // The bytes are sent as they are, and never compared.
    record File(byte[] plain, byte[] gzip, String tag, String type) {}

    /** The files that the class path has; none if the node was built without a portal. */
    public static PortalBundle read() {
        ClassLoader loader = Objects.requireNonNull(PortalBundle.class.getClassLoader());
        Map<String, File> files = new HashMap<>();
        try (InputStream list = loader.getResourceAsStream(FOLDER + LIST)) {
            if (list != null) {
                for (String line : new String(list.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                    int blank = line.indexOf(' ');
                    if (blank > 0) {
                        String name = line.substring(blank + 1);
                        String tag = '"' + line.substring(0, 16) + '"';
                        files.put(name, new File(bytes(loader, name), bytes(loader, name + ".gz"), tag, typeOf(name)));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new PortalBundle(files);
    }

    boolean isEmpty() {
        return files.isEmpty();
    }

    @Nullable
    File find(String name) {
        return files.get(name);
    }

    File required(String name) {
        return Objects.requireNonNull(files.get(name), name);
    }

    private static byte[] bytes(ClassLoader loader, String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(loader.getResourceAsStream(FOLDER + name), name)) {
            return file.readAllBytes();
        }
    }

    private static String typeOf(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "svg" -> "image/svg+xml";
            case "md" -> "text/plain; charset=utf-8";
            default -> throw new IllegalStateException("the portal has a file of an unknown type: " + name);
        };
    }
}
