package dev.ose.server.app.boot;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.osis.OsisLogin;
import dev.ose.adapter.osis.OsisPlatform;
import dev.ose.adapter.osis.OsisPlatformConfig;
import dev.ose.adapter.osis.ServiceFacts;
import dev.ose.config.Configuration;
import dev.ose.config.OsisOptions;
import dev.ose.config.PlatformOptions;
import dev.ose.osis.model.MalformedDocumentException;
import dev.ose.server.app.options.ConfiguredRoutes;
import dev.ose.server.app.options.PlatformTrust;
import dev.ose.server.app.options.SecretFiles;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the adapter of an OSIS service. What the service says of itself is remembered in the data directory: object traffic
 * does not need the service, so a node must start while that is away.
 */
final class OsisBootstrap {

    private static final Logger LOG = LoggerFactory.getLogger(OsisBootstrap.class);

    private static final String MEMORY = "osis-service.json";

    private OsisBootstrap() {}

    /** Blocks until the service has answered, or is known to be away. */
    static OsisPlatform start(Configuration configuration, DataDirectory directory) {
        OsisPlatformConfig config = config(configuration);
        return OsisPlatform.of(config, facts(config, directory));
    }

    /** The adapter of a service that answers now. */
    static OsisPlatform reach(Configuration configuration) {
        OsisPlatformConfig config = config(configuration);
        return OsisPlatform.of(config, OsisPlatform.learn(config));
    }

    private static ServiceFacts facts(OsisPlatformConfig config, DataDirectory directory) {
        try {
            ServiceFacts facts = OsisPlatform.learn(config);
            remember(facts, directory);
            return facts;
        } catch (PlatformException e) {
            if (e.kind() != Kind.UNAVAILABLE) {
                throw e;
            }
            ServiceFacts remembered = remembered(directory.resolve(MEMORY)).orElseThrow(() -> e);
            LOG.warn("the OSIS service is away; the node goes by what it said before: {}", e.getMessage());
            return remembered;
        }
    }

    /** A node that cannot remember still serves. */
    private static void remember(ServiceFacts facts, DataDirectory directory) {
        try {
            directory.writePrivately(MEMORY, new String(facts.toJson(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.warn(
                    "what the OSIS service says of itself cannot be remembered in {}: {}",
                    directory.resolve(MEMORY),
                    e.toString());
        }
    }

    private static Optional<ServiceFacts> remembered(Path memory) {
        try {
            return Optional.of(ServiceFacts.parse(Files.readAllBytes(memory)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | MalformedDocumentException e) {
            throw new StartException(
                    Code.FILE,
                    "The OSIS service is away, and the file " + memory + ", which says what it was, cannot be read.",
                    e);
        }
    }

    private static OsisPlatformConfig config(Configuration configuration) {
        return new OsisPlatformConfig(
                Platforms.required(configuration, OsisOptions.ENDPOINT),
                login(configuration),
                configuration.find(OsisOptions.S3_ENDPOINT).orElse(null),
                configuration.find(OsisOptions.REGION).orElse(null),
                configuration.get(PlatformOptions.CONNECT_TIMEOUT),
                configuration.get(OsisOptions.TIMEOUT),
                PlatformTrust.context(configuration),
                ConfiguredRoutes.of(configuration));
    }

    private static OsisLogin login(Configuration configuration) {
        return configuration
                .find(OsisOptions.TOKEN_FILE)
                .<OsisLogin>map(file -> new OsisLogin.Token(SecretFiles.firstLine(OsisOptions.TOKEN_FILE, file)))
                .orElseGet(() -> new OsisLogin.User(
                        Platforms.required(configuration, OsisOptions.USER),
                        SecretFiles.firstLine(
                                OsisOptions.SECRET_FILE, Platforms.required(configuration, OsisOptions.SECRET_FILE))));
    }
}
