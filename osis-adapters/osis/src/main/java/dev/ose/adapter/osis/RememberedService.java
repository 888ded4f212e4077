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
 * What an OSIS service says of itself, remembered over restarts: object traffic does not need the service, so a node
 * must start while that is away.
 */
final class RememberedService {

    private static final System.Logger LOG = System.getLogger(RememberedService.class.getName());

    private static final String FILE = "service.json";

    private final AdapterMemory memory;

    RememberedService(AdapterMemory memory) {
        this.memory = memory;
    }

    /** Blocks until the service has answered, or is known to be away. */
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
                    "the OSIS service is away; the node goes by what it said before: {0}",
                    e.getMessage());
            return remembered;
        }
    }

    /** A node that cannot remember still serves. */
    private void remember(ServiceFacts facts) {
        try {
            memory.write(FILE, new String(facts.toJson(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "what the OSIS service says of itself cannot be remembered in {0}: {1}",
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
