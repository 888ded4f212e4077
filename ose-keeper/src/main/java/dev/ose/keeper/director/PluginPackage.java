package dev.ose.keeper.director;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A plug-in of Cloud Director's portal: a zip with the manifest {@value #MANIFEST} at its top.
 *
 * @param file the zip
 * @param sha256 of it, in lower-case hexadecimal digits
 * @param manifest as written by the plug-in's authors
 */
public record PluginPackage(Path file, long sizeBytes, String sha256, JsonNode manifest) {

    /** The largest accepted size; real packages have a few mebibytes. */
    public static final int MAX_BYTES = 64 << 20;

    static final String MANIFEST = "manifest.json";

    private static final int MAX_ENTRIES = 10_000;
    private static final int MAX_MANIFEST_BYTES = 1 << 20;
    private static final String[] NEEDED = {"name", "vendor", "version", "license", "link"};

    /** Not a package that Cloud Director would accept; the message is a clause that says why. */
    public static final class UnusableException extends Exception {

        private static final long serialVersionUID = 1L;

        UnusableException(String why) {
            super(why);
        }
    }

    /** Reads a package. Blocks on the disk. */
    public static PluginPackage read(Path file) throws UnusableException {
        try {
            long size = Files.size(file);
            if (size > MAX_BYTES) {
                throw new UnusableException("it is larger than " + (MAX_BYTES >> 20) + " MiB");
            }
            return new PluginPackage(file, size, digest(file), manifest(file));
        } catch (IOException e) {
            throw new UnusableException("it cannot be read as a zip: " + e.getMessage());
        }
    }

    private static JsonNode manifest(Path file) throws IOException, UnusableException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            refuseStrayEntries(zip);
            @Nullable ZipEntry entry = zip.getEntry(MANIFEST);
            if (entry == null) {
                throw new UnusableException("there is no " + MANIFEST + " at its top");
            }
            try (InputStream stream = zip.getInputStream(entry)) {
                JsonNode manifest = JsonMapper.shared().readTree(stream.readNBytes(MAX_MANIFEST_BYTES));
                for (String field : NEEDED) {
                    if (manifest.path(field).asString("").isBlank()) {
                        throw new UnusableException("its " + MANIFEST + " does not say \"" + field + "\"");
                    }
                }
                return manifest;
            }
        } catch (JacksonException e) {
            throw new UnusableException("its " + MANIFEST + " is no JSON");
        }
    }

    /**
     * Cloud Director unpacks the zip; the keeper does not. A zip with path traversal, or with duplicate names, which
     * two programs may resolve differently, is rejected.
     */
    private static void refuseStrayEntries(ZipFile zip) throws UnusableException {
        if (zip.size() > MAX_ENTRIES) {
            throw new UnusableException("it has more than " + MAX_ENTRIES + " entries");
        }
        Set<String> names = new HashSet<>();
        for (ZipEntry entry : Collections.list(zip.entries())) {
            String name = entry.getName();
            if (isStray(name)) {
                throw new UnusableException("it has an entry that leads out of it");
            }
            if (!names.add(name.toLowerCase(Locale.ROOT))) {
                throw new UnusableException("it has an entry twice");
            }
        }
    }

    private static boolean isStray(String name) {
        return name.isEmpty()
                || name.startsWith("/")
                || name.indexOf('\\') >= 0
                || name.indexOf(':') >= 0
                || name.chars().anyMatch(c -> c < ' ')
                || List.of(name.split("/")).contains("..");
    }

    private static String digest(Path file) throws IOException {
        try (DigestInputStream stream =
                new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
            stream.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(stream.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    public String name() {
        return manifest.path("name").asString();
    }

    public String vendor() {
        return manifest.path("vendor").asString();
    }

    public String version() {
        return manifest.path("version").asString();
    }

    /** Whether it has pages for tenants; true if the manifest names no scope. */
    boolean isForTenants() {
        return isFor("tenant");
    }

    private boolean isFor(String scopeName) {
        JsonNode scope = manifest.path("scope");
        return scope.isMissingNode()
                || scope.values().stream().anyMatch(it -> it.asString("").equals(scopeName));
    }

    /** The plug-in's registration at Cloud Director, sent before the upload. */
    ObjectNode metadata() {
        return JsonMapper.shared()
                .createObjectNode()
                .put("pluginName", name())
                .put("vendor", vendor())
                .put("description", manifest.path("description").asString(""))
                .put("version", version())
                .put("license", manifest.path("license").asString())
                .put("link", manifest.path("link").asString())
                .put("tenant_scoped", isForTenants())
                .put("provider_scoped", isFor("service-provider"))
                .put("enabled", true);
    }

    /** The announcement of the upload. */
    ObjectNode announcement() {
        return JsonMapper.shared()
                .createObjectNode()
                .put("fileName", "plugin.zip")
                .put("size", sizeBytes)
                .put("checksum", sha256)
                .put("checksumAlgo", "sha256");
    }
}
