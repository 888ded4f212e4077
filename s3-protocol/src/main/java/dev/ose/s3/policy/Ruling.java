package dev.ose.s3.policy;

import org.jspecify.annotations.Nullable;

/**
 * A verdict and the statement behind it.
 *
 * @param policy which of the policies that were evaluated together has the statement, from 0
 * @param statement the first that denies, otherwise the first that allows; null if none applies
 */
public record Ruling(Verdict verdict, int policy, @Nullable StatementId statement) {

    /** No statement applies. */
    static final Ruling NOT_MENTIONED = new Ruling(Verdict.NOT_MENTIONED, 0, null);

    /** Of a statement that applies. */
    static Ruling of(int policy, Statement statement) {
        Verdict verdict =
                switch (statement.effect()) {
                    case ALLOW -> Verdict.ALLOWED;
                    case DENY -> Verdict.DENIED;
                };
        return new Ruling(verdict, policy, statement.id());
    }

    /** This, unless the other one has precedence: a denial over all, and the first allowance. */
    Ruling or(Ruling other) {
        return other.verdict == Verdict.DENIED || verdict == Verdict.NOT_MENTIONED ? other : this;
    }
}
