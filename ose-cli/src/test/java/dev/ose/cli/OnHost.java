package dev.ose.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base of tests of commands: a host of their own in an empty directory. */
abstract class OnHost {

    @TempDir
    Path root;

    Host host;

    @BeforeEach
    void start() throws Exception {
        host = new Host(root);
    }

    @AfterEach
    void stop() throws IOException {
        host.close();
    }

    /** Lets a list of the admin API have one item with this name. */
    final void answerNamed(String path, String name, String id) {
        host.answer("GET " + path + "?name=" + name, Map.of("items", List.of(Map.of("id", id))));
    }
}
