package dev.ose.server.access;

import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.s3.policy.ContextKey;
import dev.ose.s3.policy.EvaluationBudget;
import dev.ose.s3.policy.RequestContext;
import java.net.InetAddress;
import java.time.Instant;
import java.util.List;

/**
 * The properties of a request, besides its operation, that policies may refer to.
 *
 * @param headers the headers; for a form, its fields as the headers of the equivalent PUT
 * @param source the client's address
 * @param isSecure whether the request was sent over TLS
 */
public record RequestFacts(HeaderLookup headers, InetAddress source, boolean isSecure) {

    /** The values of a key that does not depend on the caller; otherwise empty. */
    public List<String> values(ContextKey key, Instant now) {
        return switch (key.name()) {
            case CURRENT_TIME -> List.of(now.toString());
            case EPOCH_TIME -> List.of(Long.toString(now.getEpochSecond()));
            default -> ofConnection(key);
        };
    }

    private List<String> ofConnection(ContextKey key) {
        return switch (key.name()) {
            case SECURE_TRANSPORT -> List.of(Boolean.toString(isSecure));
            case SOURCE_IP -> List.of(sourceAddress());
            default -> List.of();
        };
    }

    /** The tokens that state to the platform which client conditions of a bucket's policy hold; empty if none. */
    String vouch(ClientConditions conditions) {
        return conditions.isEmpty() ? "" : conditions.vouch(new Client(new EvaluationBudget()));
    }

    /** The context of conditions on the client alone. */
    private final class Client implements RequestContext {

        private final EvaluationBudget budget;

        Client(EvaluationBudget budget) {
            this.budget = budget;
        }

        @Override
        public List<String> values(ContextKey key) {
            return switch (key.name()) {
                case REFERER, USER_AGENT -> {
                    String value = headers.get(key.name().header().orElseThrow());
                    yield value == null ? List.of() : List.of(value);
                }
                default -> ofConnection(key);
            };
        }

        @Override
        public boolean affords(long steps) {
            return budget.spend(steps);
        }
    }

    /** The client's address as a literal, without the zone, which is meaningful only on this host. */
    private String sourceAddress() {
        String literal = source.getHostAddress();
        int zone = literal.indexOf('%');
        return zone < 0 ? literal : literal.substring(0, zone);
    }
}
