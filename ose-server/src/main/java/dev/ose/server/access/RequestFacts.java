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
 * What a request says beside its operation, as far as policies may ask for it.
 *
 * @param headers its headers; of a form, its fields as the headers of the PUT that they stand for
 * @param source where it came from
 * @param isSecure whether it came over TLS
 */
public record RequestFacts(HeaderLookup headers, InetAddress source, boolean isSecure) {

    /** The values of a key, whoever asks; none if it is about who asks, or about something else. */
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

    /** The tokens by which the platform learns what the policy of a bucket asks of the client; empty if there are none. */
    String vouch(ClientConditions conditions) {
        return conditions.isEmpty() ? "" : conditions.vouch(new Client(new EvaluationBudget()));
    }

    /** What conditions are told that ask of the client alone. */
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

    /** The address that it came from, as a literal without the zone that only this machine knows. */
    private String sourceAddress() {
        String literal = source.getHostAddress();
        int zone = literal.indexOf('%');
        return zone < 0 ? literal : literal.substring(0, zone);
    }
}
