package dev.ose.server.app.servlet;

import dev.ose.server.http.ClientWorker;
import io.undertow.server.HttpHandler;

/** The running admin listener, whose requests other listeners may take as well. */
public interface AdminServer {

    /**
     * Answers as on its own listener, with the same limits and checks, on connections of the listeners of another
     * worker; may be asked for once. Bodies are held in the memory of that worker, and the threads are others, as many:
     * a client that only reaches those listeners can take nothing from administrators on this one. A request that came
     * by them never counts as sent on this machine, since a load balancer there speaks for others without a word of it,
     * and reads no metrics without a login.
     */
    HttpHandler forListenersOf(ClientWorker others);
}
