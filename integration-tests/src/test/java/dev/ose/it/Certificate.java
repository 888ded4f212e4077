package dev.ose.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;

/** A self-signed certificate for this machine and its key, as PEM files; the first is also what vouches for it. */
public record Certificate(Path certificate, Path privateKey) {

    private static final String NOT_SECRET = "changeit";

    public static Certificate make(Path directory) {
        try {
            Files.createDirectories(directory);
            Path store = directory.resolve("store.p12");
            Files.deleteIfExists(store);
            new Command(Path.of(System.getProperty("java.home"), "bin/keytool"), "-genkeypair")
                    .with("-alias", "node", "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=localhost")
                    .with("-ext", "san=dns:localhost,ip:127.0.0.1", "-ext", "bc=ca:true", "-validity", "30")
                    .with("-storetype", "PKCS12", "-keystore", store, "-storepass", NOT_SECRET)
                    .run();
            return unpack(store, directory);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("cannot make a certificate", e);
        }
    }

    private static Certificate unpack(Path store, Path directory) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, NOT_SECRET.toCharArray());
        }
        Key key = keys.getKey("node", NOT_SECRET.toCharArray());
        return new Certificate(
                pem(
                        directory.resolve("node.crt"),
                        "CERTIFICATE",
                        keys.getCertificate("node").getEncoded()),
                pem(directory.resolve("node.key"), "PRIVATE KEY", key.getEncoded()));
    }

    private static Path pem(Path file, String kind, byte[] content) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        String text = "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
        try {
            return Files.writeString(file, text, StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
