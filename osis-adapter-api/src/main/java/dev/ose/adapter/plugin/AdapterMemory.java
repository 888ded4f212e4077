package dev.ose.adapter.plugin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Small files of an adapter in the node's data directory, readable by the node's user only. Blocks on the disk. */
public interface AdapterMemory {

    /** The node's data directory, for an adapter that runs inside the node and keeps more than small files there. */
    Path directory();

    /** The file that a name stands for: {@code KIND-NAME} in the data directory. */
    Path file(String name);

    /** The last value written under a name. */
    Optional<String> read(String name) throws IOException;

    /** Replaces what was written under a name; after a crash either is there, never a part. */
    void write(String name, String text) throws IOException;
}
