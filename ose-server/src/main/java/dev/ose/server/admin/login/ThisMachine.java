package dev.ose.server.admin.login;

import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Detects requests that were sent on this machine. */
public final class ThisMachine {

    /** The attribute of requests that came by another listener than that of the admin API. */
    public static final String OTHER_LISTENER = ThisMachine.class.getName() + ".otherListener";

    private ThisMachine() {}

    /**
     * Whether the request was sent here, to a loopback address or from the very address it was sent to, which the
     * kernel accepts from this machine only. A proxy on this machine forwards for others, so forwarded requests do not
     * count; nor do those on other listeners, where a load balancer may forward connections without stating it.
     */
    public static boolean sent(HttpServletRequest request) {
        if (request.getAttribute(OTHER_LISTENER) != null
                || request.getHeader("X-Forwarded-For") != null
                || request.getHeader("Forwarded") != null) {
            return false;
        }
        try {
            return InetAddress.getByName(request.getRemoteAddr()).isLoopbackAddress()
                    || request.getRemoteAddr().equals(request.getLocalAddr());
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
