package dev.ose.keeper.director;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.json.JsonMapper;

/** The address of OSE in its own plug-in, which asks Cloud Director for a file of this name. */
public final class PluginAddress {

    private static final Set<String> FILES = Set.of("config.json", "assets/config.json");

    private PluginAddress() {}

    /** Whether the plug-in wants the address; those of other products do not. Blocks on the disk. */
    public static boolean isWantedBy(PluginPackage plugin) throws IOException {
        try (ZipFile zip = new ZipFile(plugin.file().toFile())) {
            return zip.getEntry("config.json") != null;
        }
    }

    /** Writes a copy of the plug-in that names the address. Blocks on the disk. */
    public static PluginPackage write(PluginPackage plugin, URI api, Path copy)
            throws IOException, PluginPackage.UnusableException {
        byte[] config = JsonMapper.shared()
                .writeValueAsBytes(JsonMapper.shared().createObjectNode().put("apiOrigin", api.toString()));
        try (ZipFile zip = new ZipFile(plugin.file().toFile());
                ZipOutputStream written = new ZipOutputStream(Files.newOutputStream(copy))) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                ZipEntry next = new ZipEntry(entry.getName());
                // The same bytes each time: the time would change them.
                next.setTime(0);
                written.putNextEntry(next);
                if (FILES.contains(entry.getName())) {
                    written.write(config);
                } else {
                    try (InputStream content = zip.getInputStream(entry)) {
                        content.transferTo(written);
                    }
                }
                written.closeEntry();
            }
        }
        return PluginPackage.read(copy);
    }
}
