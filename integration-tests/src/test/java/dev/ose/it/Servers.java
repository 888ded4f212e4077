package dev.ose.it;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;

/**
 * Provides the servers under test as parameters: one {@link Node} and one {@link VersityServer} for all tests of a
 * process, each started when first needed and stopped after the last test.
 */
public final class Servers implements ParameterResolver, AfterTestExecutionCallback {

    private static final ExtensionContext.Namespace PLACE = ExtensionContext.Namespace.create(Servers.class);

    /** The two endpoints of the server that a suite of clients is to run against. */
    public interface Endpoints {

        S3Target target(Where where);
    }

    /** A way to the node. */
    public enum Front {
        DIRECT,
        NGINX,
        HAPROXY
    }

    /** The node as it is seen straight and through the load balancers. */
    public interface Fronts {

        S3Target target(Front front, Where where);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Node.class || type == VersityServer.class || type == Endpoints.class || type == Fronts.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        if (type == Node.class) {
            return node(context);
        }
        if (type == VersityServer.class) {
            return versity(context);
        }
        if (type == Fronts.class) {
            return (Fronts) (front, where) -> target(context, front, where);
        }
        return System.getProperty("ose.it.target", "node").equals("versitygw")
                ? (Endpoints) versity(context)::target
                : (Endpoints) node(context)::target;
    }

    private static S3Target target(ExtensionContext context, Front front, Where where) {
        return switch (front) {
            case DIRECT -> node(context).target(where);
            case NGINX -> behind(context, LoadBalancer.Kind.NGINX, where);
            case HAPROXY -> behind(context, LoadBalancer.Kind.HAPROXY, where);
        };
    }

    private static S3Target behind(ExtensionContext context, LoadBalancer.Kind kind, Where where) {
        Node node = node(context);
        int s3Port = node.target(Where.HTTP).endpoint().getPort();
        int adminPort = node.mounted().endpoint().getPort();
        return launched(context, kind, LoadBalancer.class, () -> LoadBalancer.start(kind, s3Port, adminPort))
                .target(where, node.target(where));
    }

    private static Node node(ExtensionContext context) {
        return launched(context, Node.class, Node.class, () -> Node.startShared("node"));
    }

    private static VersityServer versity(ExtensionContext context) {
        return launched(context, VersityServer.class, VersityServer.class, VersityServer::start);
    }

    /** A server that does not start is not started again for each test: minutes would pass, and the reason is known. */
    private static <T extends Running> T launched(
            ExtensionContext context, Object name, Class<T> kind, Supplier<T> starter) {
        Launch launch = store(context).computeIfAbsent(name, _ -> Launch.of(starter), Launch.class);
        if (launch.failure() != null) {
            throw new IllegalStateException("the server did not start", launch.failure());
        }
        return kind.cast(launch.server());
    }

    /** A server, or why there is none. */
    private record Launch(
            @Nullable Running server, @Nullable Throwable failure) implements AutoCloseable {

        static Launch of(Supplier<? extends Running> starter) {
            try {
                return new Launch(starter.get(), null);
            } catch (TestAbortedException isNotToBeHad) {
                throw isNotToBeHad;
            } catch (RuntimeException | AssertionError e) {
                return new Launch(null, e);
            }
        }

        @Override
        public void close() {
            if (server != null) {
                server.close();
            }
        }
    }

    private static ExtensionContext.Store store(ExtensionContext context) {
        return context.getStore(ExtensionContext.StoreScope.LAUNCHER_SESSION, PLACE);
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        Launch launch = store(context).get(Node.class, Launch.class);
        if (launch != null
                && launch.server() instanceof Node node
                && context.getExecutionException()
                        .filter(thrown -> !(thrown instanceof TestAbortedException))
                        .isPresent()) {
            System.err.println(context.getDisplayName() + " failed; the node says:\n" + node.logTails());
        }
    }
}
