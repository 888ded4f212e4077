package dev.ose.testkit;

import dev.ose.adapter.plugin.PlatformAdapterFactory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;

/**
 * An adapter that a vendor could ship as a jar, compiled on demand, so that its classes are on no class path. It has
 * the options {@code url} and {@code token-file} and cannot open a platform.
 *
 * @param apiVersion API version that it declares
 * @param prefix of the keys of its options
 * @param classPath of its manifest; empty for none
 */
public record VendorAdapter(String kind, int apiVersion, String prefix, String classPath) {

    /** A valid adapter. */
    public static VendorAdapter of(String kind) {
        return new VendorAdapter(kind, PlatformAdapterFactory.API_VERSION, "oss." + kind + '.', "");
    }

    /** Writes the jar; only its owner may write the file and its directory. */
    public Path write(Path jar) throws IOException {
        Path directory = Objects.requireNonNull(jar.getParent(), "a jar in a directory");
        Files.createDirectories(directory);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        byte[] factory = compiled(Files.createTempDirectory(directory, "source"));
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest())) {
            out.putNextEntry(new ZipEntry("vendor/Factory.class"));
            out.write(factory);
            out.putNextEntry(new ZipEntry("META-INF/services/" + PlatformAdapterFactory.class.getName()));
            out.write("vendor.Factory\n".getBytes(StandardCharsets.UTF_8));
        }
        return Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));
    }

    private byte[] compiled(Path folder) throws IOException {
        Path source = Files.writeString(folder.resolve("Factory.java"), source());
        String api = PlatformAdapterFactory.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", api, "-d", folder.toString(), source.toString());
        if (result != 0) {
            throw new IllegalStateException("the vendor's adapter does not compile");
        }
        return Files.readAllBytes(folder.resolve("vendor/Factory.class"));
    }

    private String source() {
        return """
            package vendor;

            import dev.ose.adapter.StoragePlatform;
            import dev.ose.adapter.plugin.*;
            import java.net.URI;
            import java.nio.file.Path;
            import java.util.List;
            import java.util.Optional;

            public final class Factory implements PlatformAdapterFactory {
                private static final AdapterOption<URI> URL =
                    AdapterOption.optional("%1$surl", OptionTypes.httpUrl(), "Where it answers.").required();
                private static final AdapterOption<Path> TOKEN =
                    AdapterOption.secretFile("%1$stoken-file", "File of the token.");

                public int apiVersion() { return %2$d; }
                public String kind() { return "%3$s"; }
                public String name() { return "Vendor"; }
                public String place() { return "a vendor's platform"; }
                public List<AdapterOption<?>> options() { return List.of(URL, TOKEN); }
                public Optional<AdapterCommands> commands() {
                    return Optional.of(new AdapterCommands(
                        "A vendor's platform.",
                        new AdapterCommands.Side(URL, null, null, TOKEN),
                        AdapterCommands.Side.open(URL, null)));
                }
                public StoragePlatform open(AdapterContext context) { throw new IllegalStateException("no platform"); }
            }
            """.formatted(prefix, apiVersion, kind);
    }

    private Manifest manifest() {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!classPath.isEmpty()) {
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        }
        return manifest;
    }
}
