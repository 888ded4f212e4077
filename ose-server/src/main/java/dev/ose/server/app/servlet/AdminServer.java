package dev.ose.server.app.servlet;

import dev.ose.server.http.ClientWorker;
import io.undertow.server.HttpHandler;

/** The running admin listener; other listeners can receive its requests, too. */
public interface AdminServer {

    /**
     * A handler for connections of another worker's listeners that answers like this one, with the same limits and
     * checks; call once. Bodies use that worker's memory, and it has threads of its own, so that clients of those
     * listeners cannot exhaust those of administrators here. Its requests never count as local, because a load balancer
     * on this machine may forward them, and get no metrics without a login.
     */
    HttpHandler forListenersOf(ClientWorker others);
}
