package dev.ose.server.app.config;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;

/** Background work that options may disable. */
record OptionalWork(@Nullable AutoCloseable work) implements DisposableBean {

    static final OptionalWork NONE = new OptionalWork(null);

    @Override
    public void destroy() throws Exception {
        if (work != null) {
            work.close();
        }
    }
}
