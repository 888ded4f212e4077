package dev.ose.testkit;

import com.sun.net.httpserver.HttpExchange;
import dev.ose.testkit.DirectorAccounts.Organisation;
import dev.ose.testkit.DirectorAccounts.Role;
import dev.ose.testkit.DirectorAccounts.User;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The session of a token, and the rights of roles, at a {@link DirectorStandIn}. The shape of the answers is that of
 * the types of go-vcloud-director. Unknown query parameters are rejected, and pages of more than 128 rights.
 */
public final class DirectorSessions {

    private static final String JSON = "application/json";
    private static final Pattern RIGHTS = Pattern.compile(
            "/cloudapi/1\\.0\\.0/roles/urn:vcloud:role:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/rights");
    private static final int DEFAULT_SIZE = 25;
    private static final int MAX_SIZE = 128;

    private final DirectorAccounts accounts;
    private final AtomicInteger checks = new AtomicInteger();
    private final AtomicInteger pages = new AtomicInteger();
    private volatile boolean areRolesHidden;
    private volatile int refusal = 401;
    private volatile CountDownLatch gate = new CountDownLatch(0);

    DirectorSessions(DirectorAccounts accounts) {
        this.accounts = accounts;
    }

    /** How often a session was asked for. */
    public int checks() {
        return checks.get();
    }

    /** How many pages of rights were asked for. */
    public int pages() {
        return pages.get();
    }

    /** Refuses users of organisations other than the provider's to read roles from now on. */
    public void hideRoles() {
        areRolesHidden = true;
    }

    /** Answers tokens that it does not know with this status instead of 401. */
    public void refuseWith(int status) {
        refusal = status;
    }

    /** Holds answers about sessions back until the latch is open. */
    public void hold(CountDownLatch latch) {
        gate = latch;
    }

    /** The role in the path of its rights. */
    static Optional<UUID> roleOf(String path) {
        Matcher matcher = RIGHTS.matcher(path);
        return matcher.matches() ? Optional.of(UUID.fromString(matcher.group(1))) : Optional.empty();
    }

    void show(HttpExchange exchange, Optional<User> bearer) throws IOException {
        checks.incrementAndGet();
        await();
        if (bearer.isPresent()) {
            DirectorStandIn.send(exchange, 200, JSON, session(bearer.get()));
        } else {
            refuse(exchange, refusal, "UNAUTHORIZED");
        }
    }

    private void await() {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A tenant's token does not say so by a context of another organisation: it keeps its own. */
    static String session(User user) {
        Role role = user.role();
        return """
                {"id":"urn:vcloud:session:%s","site":{"name":"vcd","id":"urn:vcloud:site:%s"},"user":%s,"org":%s,\
                "operatingOrg":%4$s,"location":"%2$s","roles":["%5$s"],"roleRefs":[%6$s],\
                "sessionIdleTimeoutMinutes":30}
                """.formatted(
                new UUID(1, 2),
                new UUID(0, 3),
                reference("user", user.id(), user.name()),
                reference("org", user.organisation().id(), user.organisation().name()),
                role.name(),
                reference("role", role.id(), role.name()));
    }

    private static String reference(String kind, UUID id, String name) {
        return "{\"name\":\"" + name + "\",\"id\":\"urn:vcloud:" + kind + ':' + id + "\"}";
    }

    void rights(HttpExchange exchange, Optional<User> bearer, UUID id) throws IOException {
        pages.incrementAndGet();
        Optional<Role> role = accounts.role(id);
        if (bearer.isEmpty()) {
            refuse(exchange, 401, "UNAUTHORIZED");
        } else if (role.isEmpty() || !isVisible(exchange, bearer.get(), role.get())) {
            refuse(exchange, 403, "ACCESS_TO_RESOURCE_IS_FORBIDDEN");
        } else {
            page(exchange, role.get(), accounts.rights(role.get()));
        }
    }

    /** The provider acts for an organisation by its context; others see their own organisation, whatever they send. */
    private boolean isVisible(HttpExchange exchange, User bearer, Role role) {
        Organisation own = bearer.organisation();
        if (!own.equals(DirectorAccounts.SYSTEM)) {
            return !areRolesHidden && own.equals(role.organisation());
        }
        @Nullable String context = exchange.getRequestHeaders().getFirst("X-VMWARE-VCLOUD-TENANT-CONTEXT");
        return role.organisation()
                .id()
                .toString()
                .equals(context == null ? own.id().toString() : context);
    }

    private static void page(HttpExchange exchange, Role role, List<String> rights) throws IOException {
        Map<String, String> query = query(exchange);
        int page = Integer.parseInt(query.getOrDefault("page", "1"));
        int size = Integer.parseInt(query.getOrDefault("pageSize", Integer.toString(DEFAULT_SIZE)));
        query.keySet().removeAll(List.of("page", "pageSize"));
        if (!query.isEmpty() || page < 1 || size < 1 || size > MAX_SIZE) {
            refuse(exchange, 400, "BAD_REQUEST");
            return;
        }
        int count = (rights.size() + size - 1) / size;
        List<String> values = new ArrayList<>();
        for (int i = (page - 1) * size; i < Math.min(rights.size(), page * size); i++) {
            values.add(right(role, i, rights.get(i)));
        }
        if (page < count) {
            String next = "https://" + exchange.getRequestHeaders().getFirst("Host")
                    + exchange.getRequestURI().getPath() + "?page=" + (page + 1) + "&pageSize=" + size;
            exchange.getResponseHeaders().add("Link", "<" + next + ">;rel=\"nextPage\";type=\"application/json\"");
        }
        DirectorStandIn.send(
                exchange,
                200,
                JSON,
                "{\"resultTotal\":" + rights.size() + ",\"pageCount\":" + count + ",\"page\":" + page
                        + ",\"pageSize\":" + size + ",\"associations\":null,\"values\":["
                        + String.join(",", values) + "]}");
    }

    private static String right(Role role, int index, String name) {
        return """
                {"name":"%s","id":"urn:vcloud:right:%s","description":null,"bundleKey":"RIGHT_%d","category":\
                "urn:vcloud:rightsCategory:%s","serviceNamespace":null,"rightType":"VIEW","impliedRights":[]}
                """.formatted(name, new UUID(role.id().getMostSignificantBits(), index), index, new UUID(6, 7))
                .strip();
    }

    private static Map<String, String> query(HttpExchange exchange) {
        Map<String, String> fields = new TreeMap<>();
        @Nullable String query = exchange.getRequestURI().getQuery();
        if (query != null && !query.isEmpty()) {
            for (String part : query.split("&", -1)) {
                String[] pair = part.split("=", 2);
                fields.put(pair[0], pair.length == 1 ? "" : pair[1]);
            }
        }
        return fields;
    }

    private static void refuse(HttpExchange exchange, int status, String code) throws IOException {
        DirectorStandIn.send(
                exchange,
                status,
                JSON,
                "{\"minorErrorCode\":\"" + code + "\",\"message\":\"" + code + "\",\"stackTrace\":null}");
    }
}
