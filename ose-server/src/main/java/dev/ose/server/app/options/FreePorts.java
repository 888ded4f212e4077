package dev.ose.server.app.options;

import dev.ose.config.AdminOptions;
import dev.ose.config.Configuration;
import dev.ose.config.Option;
import dev.ose.config.S3Options;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;

/**
 * Checks ports before parts with a long start, such as a database. If another process takes one after the check, the
 * listener reports the same.
 */
public final class FreePorts {

    private static final int ANY = 0;

    private FreePorts() {}

    /**
     * Refuses a start whose ports are in use.
     *
     * @throws StartException {@code PORT_BUSY} for the first port that another process listens on
     */
    public static void require(Configuration configuration) {
        require(configuration, AdminOptions.ADDRESS, AdminOptions.PORT);
        require(configuration, S3Options.ADDRESS, S3Options.PORT);
        require(configuration, S3Options.ADDRESS, S3Options.TLS_PORT);
    }

    private static void require(Configuration configuration, Option<String> address, Option<Integer> option) {
        int port = configuration.find(option).orElse(ANY);
        if (port == ANY) {
            return;
        }
        try (ServerSocketChannel channel = ServerSocketChannel.open()) {
            // As the listeners do: connections of an earlier process in TIME_WAIT do not occupy a port.
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(new InetSocketAddress(Listeners.host(configuration, address), port));
        } catch (BindException e) {
            if (isTaken(e)) {
                throw busy(port, option, e);
            }
            throw new StartException(
                    Code.ADDRESS,
                    "Port " + port + " cannot be listened on: " + e.getMessage() + ". Check " + address.key()
                            + ", which must be an address of this machine, and " + option.key() + ".",
                    e);
        } catch (IOException e) {
            throw new StartException(
                    Code.ADDRESS,
                    "Port " + port + " of " + option.key() + " cannot be opened: " + e.getMessage() + ".",
                    e);
        }
    }

    /** Whether the port is in use, as opposed to an address that is not one of this machine. */
    static boolean isTaken(BindException e) {
        return String.valueOf(e.getMessage()).startsWith("Address already in use");
    }

    /** The failure for a port in use. */
    public static StartException busy(int port, Option<Integer> option, Throwable cause) {
        return new StartException(
                Code.PORT_BUSY,
                "Port " + port + " is in use by another process. Stop that one, or choose another port with "
                        + option.key() + ".",
                cause);
    }
}
