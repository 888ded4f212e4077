package dev.ose.server.admin.session;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.iam.federation.SignInProtocol;
import dev.ose.server.tenant.TenantId;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The accounts that sign in at one identity provider. {@link #begin} and {@link #finish} block on it. */
interface SignInRealm {

    /** The tenant whose users they are; null for administrators of the provider. */
    @Nullable
    TenantId tenant();

    /** The issuer that vouches for them. */
    String issuer();

    /** The address of the identity provider that a browser is sent to; fails with {@code Busy}. */
    URI begin(Secret state, SignInProtocol.Attempt attempt);

    /** The account for which the identity provider gave the code. Fails with {@code Busy}. */
    Finished finish(SignInProtocol.Code code, SignInProtocol.Attempt attempt);

    /** What an identity provider says of a browser. */
    sealed interface Finished {

        /** It vouches for the person who has the account. */
        record Proved(Account account) implements Finished {}

        /**
         * There is no such account, or it vouches for nothing.
         *
         * @param subject whom it vouches for, by its lasting id; null for none
         */
        record Refused(@Nullable String subject) implements Finished {}
    }
}
