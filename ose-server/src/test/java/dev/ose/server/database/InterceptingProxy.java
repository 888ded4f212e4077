package dev.ose.server.database;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Lets something happen while a part works. */
public final class InterceptingProxy {

    private InterceptingProxy() {}

    /** The part, with something that happens just before its method is called, or instead of it where it throws. */
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
