package dev.ose.server.app.check;

import dev.ose.config.Configuration;
import dev.ose.config.NodeOptions;
import dev.ose.config.NodeOptions.TlsLibrary;
import dev.ose.control.Finding;
import dev.ose.server.app.tls.TlsProvider;
import java.util.function.Consumer;

/** Tells which library a node speaks TLS by. */
public final class TlsLibraryCheck {

    private static final String NAME = "TLS library";

    private TlsLibraryCheck() {}

    /** Loads the library. */
    public static void run(Configuration configuration, Consumer<Finding> report) {
        report.accept(judge(
                configuration.get(NodeOptions.TLS_LIBRARY),
                TlsProvider.of(configuration).choice()));
    }

    static Finding judge(TlsLibrary wanted, TlsProvider.Choice choice) {
        if (choice.problem().isEmpty()) {
            return Finding.valid(NAME, choice.library());
        }
        String seen = choice.library() + ", since BoringSSL does not run here: " + choice.problem();
        return wanted == TlsLibrary.BORINGSSL
                ? Finding.failed(NAME, seen, "Set " + NodeOptions.TLS_LIBRARY.key() + " to auto or java.")
                : Finding.warning(
                        NAME,
                        seen,
                        "Nothing must be done; TLS takes more of the processor. A directory for temporary files that is"
                                + " mounted noexec keeps the library from being loaded.");
    }
}
