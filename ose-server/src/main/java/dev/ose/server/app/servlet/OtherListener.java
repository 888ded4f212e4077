package dev.ose.server.app.servlet;

import dev.ose.server.admin.login.ThisMachine;
import io.undertow.server.HttpHandler;
import io.undertow.servlet.handlers.ServletRequestContext;
import io.undertow.util.AttachmentKey;

/** Marks requests that arrived on another listener than the servlets' own. */
final class OtherListener {

    /** Attached to the exchanges of such requests. */
    static final AttachmentKey<Boolean> MARK = AttachmentKey.create(Boolean.class);

    private OtherListener() {}

    /** Marks requests; to be placed before the filters. */
    static HttpHandler mark(HttpHandler next) {
        return exchange -> {
            if (exchange.getAttachment(MARK) != null) {
                exchange.getAttachment(ServletRequestContext.ATTACHMENT_KEY)
                        .getServletRequest()
                        .setAttribute(ThisMachine.OTHER_LISTENER, true);
            }
            next.handleRequest(exchange);
        };
    }
}
