package dev.ose.it;

import dev.ose.adapter.file.PrivateFiles;
import dev.ose.testkit.DirectorStandIn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The options of a node beside a Cloud Director whose organisations become tenants by themselves. */
final class DirectorOptions {

    private DirectorOptions() {}

    /** @param folder gets the file of the secret */
    static Map<String, String> of(DirectorStandIn director, Path folder) throws IOException {
        Path secret = folder.resolve("vcd-secret");
        PrivateFiles.replace(secret, (DirectorStandIn.SECRET + "\n").getBytes(StandardCharsets.UTF_8));
        Map<String, String> options = new HashMap<>();
        options.put("oss.director.url", director.url().toString());
        options.put("oss.director.user", DirectorStandIn.USER);
        options.put("oss.director.secret-file", secret.toString());
        options.put(
                "oss.director.certificate-fingerprint", director.certificate().fingerprint());
        options.put("oss.director.activate", "auto");
        return options;
    }
}
