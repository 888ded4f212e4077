package dev.ose.server.database;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Runs code around calls of a part. */
public final class InterceptingProxy {

    private InterceptingProxy() {}

    /** The part, with {@code meanwhile} run just before the method; the method is not called if that throws. */
    public static <T> T before(Class<T> type, T part, String called, Runnable meanwhile) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals(called)) {
                        meanwhile.run();
                    }
                    try {
                        return method.invoke(part, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
