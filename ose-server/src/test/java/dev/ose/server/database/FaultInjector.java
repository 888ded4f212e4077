package dev.ose.server.database;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Simulates the death of a process at the n-th step: before or after a call of one of the guarded parts. */
public final class FaultInjector extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Counts steps over all parts guarded by it. */
    public static final class Fuse {
        private int left;

        public Fuse(int steps) {
            this.left = steps;
        }

        private void step() {
            if (left-- == 0) {
                throw new FaultInjector();
            }
        }

        public <T> T guard(Class<T> type, T part) {
            return type.cast(
                    Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                        step();
                        try {
                            Object result = method.invoke(part, arguments);
                            step();
                            return result;
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }));
        }
    }
}
