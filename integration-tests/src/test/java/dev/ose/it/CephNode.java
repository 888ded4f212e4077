package dev.ose.it;

import dev.ose.testkit.Gateway;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Starts nodes whose platform is a real Ceph object gateway. */
final class CephNode {

    private CephNode() {}

    /** A node that reaches the gateway at {@code endpoint}. */
    static Node start(String name, Gateway gateway, URI endpoint, Map<String, String> more) {
        Map<String, String> options = options(gateway, endpoint);
        options.putAll(more);
        return Node.startEmpty(name, options);
    }

    /** The options of a node that reaches the gateway at {@code endpoint}. */
    static Map<String, String> options(Gateway gateway, URI endpoint) {
        Map<String, String> options = new HashMap<>();
        options.put("oss.platform", "ceph");
        options.put("oss.ceph.admin-endpoint", endpoint.toString());
        options.put("oss.ceph.access-key", gateway.accessKey());
        options.put("oss.ceph.secret-key-file", secretFile(gateway).toString());
        return options;
    }

    private static Path secretFile(Gateway gateway) {
        try {
            Path file = Files.createTempFile("secret", ".txt");
            gateway.secretKey().use(bytes -> {
                try {
                    return Files.write(file, bytes);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
