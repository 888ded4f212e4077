package dev.ose.keeper.configuration;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Creates self-signed certificates, for trials and until a real one is available. Runs the JDK's {@code keytool},
 * because the class library can read certificates but not create them.
 */
final class SelfSigned {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9*][A-Za-z0-9.*-]{0,252}");
    private static final Pattern ADDRESS = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final int TIMEOUT_SECONDS = 120;
    private static final int PASSWORD_BYTES = 24;

    private final Path keytool;
    private final SecureRandom random;

    SelfSigned(Path keytool, SecureRandom random) {
        this.keytool = keytool;
        this.random = random;
    }

    /** Blocks for a second or two. */
    CertificateActions.KeyAndChain make(List<String> names, int days) {
        for (String name : names) {
            if (!NAME.matcher(name).matches()) {
                throw CertificateActions.unusable(
                        "'" + name + "' is no host name", "Give names such as s3.example.com.");
            }
        }
        byte[] bytes = new byte[PASSWORD_BYTES];
        random.nextBytes(bytes);
        String password = Base64.getUrlEncoder().encodeToString(bytes);
        try {
            Path folder = Files.createTempDirectory(
                    "ose-certificate", PosixFilePermissions.asFileAttribute(DurableFile.OWNER_DIRECTORY));
            Path file = folder.resolve("made.p12");
            try {
                run(command(names, days, file), password);
                return CertificateActions.read(Secret.of(Files.readAllBytes(file)), Secret.of(password));
            } finally {
                Files.deleteIfExists(file);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw CertificateActions.unusable("it cannot be created: " + e.getMessage(), "Check that /tmp has room.");
        }
    }

    private List<String> command(List<String> names, int days, Path file) {
        String alternatives = names.stream()
                .map(name -> (ADDRESS.matcher(name).matches() ? "ip:" : "dns:") + name)
                .collect(Collectors.joining(","));
        return List.of(
                keytool.toString(),
                "-genkeypair",
                "-alias",
                "ose",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-sigalg",
                "SHA256withECDSA",
                "-dname",
                "CN=" + names.getFirst(),
                "-validity",
                Integer.toString(days),
                "-ext",
                "san=" + alternatives,
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass:env",
                "OSE_STORE");
    }

    private static void run(List<String> command, String password) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // Arguments are visible to all users of the host, an environment to its owner only.
        builder.environment().put("OSE_STORE", password);
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("keytool does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        if (process.exitValue() != 0) {
            throw new IOException("keytool says: " + said.strip());
        }
    }
}
