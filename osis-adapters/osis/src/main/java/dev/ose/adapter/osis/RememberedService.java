package dev.ose.adapter.osis;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.plugin.AdapterFileException;
import dev.ose.adapter.plugin.AdapterMemory;
import dev.ose.osis.model.MalformedDocumentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Caches the facts about an OSIS service in a file: object traffic does not need the service, so a node must start
 * while it is unavailable.
 */
final class RememberedService {

    private static final System.Logger LOG = System.getLogger(RememberedService.class.getName());

    private static final String FILE = "service.json";

    private final AdapterMemory memory;

    RememberedService(AdapterMemory memory) {
        this.memory = memory;
    }

    /** Blocks until the service has answered or failed. */
    ServiceFacts learn(OsisPlatformConfig config) {
        try {
            ServiceFacts facts = OsisPlatform.learn(config);
            remember(facts);
            return facts;
        } catch (PlatformException e) {
            if (e.kind() != Kind.UNAVAILABLE) {
                throw e;
            }
            ServiceFacts remembered = remembered().orElseThrow(() -> e);
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the OSIS service is unavailable; the node uses its last known facts: {0}",
                    e.getMessage());
            return remembered;
        }
    }

    /** Without the cache the node still serves. */
    private void remember(ServiceFacts facts) {
        try {
            memory.write(FILE, new String(facts.toJson(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the facts about the OSIS service cannot be stored in {0}: {1}",
                    memory.file(FILE),
                    e);
        }
    }

    private Optional<ServiceFacts> remembered() {
        try {
            Optional<String> written = memory.read(FILE);
            return written.isEmpty()
                    ? Optional.empty()
                    : Optional.of(ServiceFacts.parse(written.get().getBytes(StandardCharsets.UTF_8)));
        } catch (IOException | MalformedDocumentException e) {
            throw new AdapterFileException(
                    "The OSIS service is away, and the file " + memory.file(FILE)
                            + ", which says what it was, cannot be read.",
                    e);
        }
    }
}
