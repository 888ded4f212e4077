package dev.ose.server.app.config;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the origins whose pages were refused, because a browser does not show how to allow one. Each is logged once, and
 * a hundred at most: a client can send any origin.
 */
final class RefusedOrigins implements Consumer<String> {

    private static final Logger LOG = LoggerFactory.getLogger(RefusedOrigins.class);
    private static final int MAX = 100;
    private static final int MAX_LENGTH = 200;

    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    @Override
    public void accept(String origin) {
        String shown = origin.substring(0, Math.min(MAX_LENGTH, origin.length()));
        if (reported.size() < MAX && reported.add(shown)) {
            LOG.warn(
                    "OSE-2107: A page of the origin {} was refused by the admin API. If it is Cloud Director under"
                            + " another name,"
                            + " add it to oss.director.origins (ose director set --origin) and restart the node.",
                    shown);
        }
    }
}
