package dev.ose.server.app;

import org.jspecify.annotations.Nullable;

/** Background work that options may leave out. */
record OptionalWork(@Nullable AutoCloseable work) implements AutoCloseable {

    static final OptionalWork NONE = new OptionalWork(null);

    @Override
    public void close() throws Exception {
        if (work != null) {
            work.close();
        }
    }
}
