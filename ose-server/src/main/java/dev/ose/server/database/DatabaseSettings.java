package dev.ose.server.database;

import dev.ose.adapter.Secret;
import java.time.Duration;

/**
 * The location of the database, and its timeouts.
 *
 * @param url {@code jdbc:postgresql://...}
 * @param passphrase of the user
 * @param pool the connections that requests share; committers and the listener have their own
 * @param connectTimeout for one connection, login included
 * @param answerTimeout after which an unresponsive connection counts as broken
 * @param commitAnswerTimeout the shorter timeout of the committers
 * @param applicationName shown in {@code pg_stat_activity}
 */
public record DatabaseSettings(
        String url,
        String user,
        Secret passphrase,
        Pool pool,
        Duration connectTimeout,
        Duration answerTimeout,
        Duration commitAnswerTimeout,
        String applicationName) {

    /**
     * The connections that requests share.
     *
     * @param maximumSize maximum number of connections
     * @param waiting maximum wait for a free one; after it a request fails
     * @param idle after which an unused one is closed
     * @param lifetime after which one is replaced
     */
    public record Pool(int maximumSize, Duration waiting, Duration idle, Duration lifetime) {

        public Pool {
            if (maximumSize < 1) {
                throw new IllegalArgumentException("the pool needs at least one connection");
            }
        }

        /** The defaults. */
        public static Pool standard() {
            return new Pool(20, Duration.ofSeconds(5), Duration.ofMinutes(10), Duration.ofMinutes(30));
        }
    }

    /** The defaults. */
    public static DatabaseSettings of(String url, String user, Secret passphrase) {
        return new DatabaseSettings(
                url,
                user,
                passphrase,
                Pool.standard(),
                Duration.ofSeconds(2),
                Duration.ofSeconds(10),
                Duration.ofSeconds(3),
                "ose-server");
    }

    /** The same settings with another pool. */
    public DatabaseSettings with(Pool other) {
        return new DatabaseSettings(
                url, user, passphrase, other, connectTimeout, answerTimeout, commitAnswerTimeout, applicationName);
    }

    /** The same settings with a longer timeout for all connections, for background work. */
    public DatabaseSettings patient(Duration answer) {
        return new DatabaseSettings(url, user, passphrase, pool, connectTimeout, answer, answer, applicationName);
    }
}
