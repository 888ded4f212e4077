package dev.ose.server.admin.link;

import dev.ose.adapter.Secret;
import dev.ose.s3.AddressRange;
import dev.ose.server.access.AccountThrottle;
import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.admin.access.account.LoginRules;
import dev.ose.server.admin.access.link.ShareLink;
import dev.ose.server.admin.access.link.ShareLinkStore;
import dev.ose.server.admin.access.link.ShareLinks;
import dev.ose.server.admin.login.Passwords;
import dev.ose.server.admin.s3.Links;
import dev.ose.server.tenant.credential.Identity;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Redeems links. In this order: the link is good, its password was sent, its user may read the object, and the use
 * counts; so that neither a guess nor a missing right uses a download up. Guesses are slowed down as those at accounts
 * are, by link and address. Thread-safe; blocks on database and platform.
 */
public final class LinkRedemption {

    /** Long enough for a redirect, and short enough that a URL in a history is worth nothing. */
    private static final Duration REDIRECT = Duration.ofMinutes(1);

    private final ShareLinks links;
    private final SharedObjects objects;
    private final Passwords passwords;
    private final Links downloads;
    private final AccountThrottle throttle;

    public LinkRedemption(ShareLinks links, SharedObjects objects, Passwords passwords, Links downloads, Clock clock) {
        this.links = links;
        this.objects = objects;
        this.passwords = passwords;
        this.downloads = downloads;
        this.throttle = new AccountThrottle(clock);
    }

    /** What comes of a link that was shown. */
    sealed interface Outcome {

        /** The object is at this URL for a minute. */
        record Redeemed(ShareLink link, Secret url) implements Outcome {}

        /** The link is good. */
        record Good(ShareLink link) implements Outcome {}

        /** The link is good, and its password was not the one that was sent. */
        record WrongPassword(ShareLink link) implements Outcome {}

        /** Too many wrong passwords. */
        record Throttled(ShareLink link, Duration retryAfter) implements Outcome {}

        /** There is no such link, or it is not good. Callers do not learn which. */
        record Unavailable(@Nullable ShareLink link, String reason) implements Outcome {}
    }

    /** Whether the link of a token is good, and its user may read the object: {@code Good} or {@code Unavailable}. */
    Outcome look(Secret bearer, SharedObjects.Client client) {
        Optional<ShareLinkStore.Shown> shown = links.find(bearer);
        return good(shown)
                .filter(good -> !(good instanceof Outcome.Good(ShareLink link))
                        || objects.reader(link, client).isPresent())
                .orElseGet(() -> unavailable(shown));
    }

    /**
     * Redeems the link of a token.
     *
     * @param beforeUse is called with the link before its use counts; if it fails, none does
     */
    Outcome redeem(Secret bearer, CharSequence typed, SharedObjects.Client client, Consumer<ShareLink> beforeUse) {
        Optional<ShareLinkStore.Shown> shown = links.find(bearer);
        Optional<Outcome> good = good(shown);
        if (good.isEmpty() || shown.isEmpty()) {
            return unavailable(shown);
        }
        ShareLink link = shown.get().link();
        @Nullable PasswordHash hash = shown.get().hash();
        Optional<Outcome> refusal = hash == null ? Optional.empty() : checked(link, hash, typed, client);
        return refusal.orElseGet(() -> permitted(link, client, beforeUse));
    }

    private Outcome permitted(ShareLink link, SharedObjects.Client client, Consumer<ShareLink> beforeUse) {
        Optional<Identity> reader = objects.reader(link, client);
        if (reader.isEmpty()) {
            return new Outcome.Unavailable(link, "not readable");
        }
        beforeUse.accept(link);
        if (!links.use(link)) {
            return new Outcome.Unavailable(link, "ended");
        }
        return new Outcome.Redeemed(link, Secret.of(downloads.download(reader.get(), link.object(), REDIRECT)));
    }

    /** Empty if the password is right. */
    private Optional<Outcome> checked(
            ShareLink link, PasswordHash hash, CharSequence typed, SharedObjects.Client client) {
        AccountThrottle.Origin origin = new AccountThrottle.Origin.Address(
                AddressRange.networkOf(client.address().getHostAddress()));
        String name = link.id().toString();
        Optional<Outcome> early = throttled(link, origin, name);
        if (early.isPresent()) {
            return early;
        }
        if (typed.length() > LoginRules.MAX_LENGTH) {
            throttle.wrong(origin, name);
            return Optional.of(new Outcome.WrongPassword(link));
        }
        return passwords.inTurnOfLinks(matcher -> {
            // Guesses that came at once have all passed the check above, and waited for those before them
            // since.
            Optional<Outcome> late = throttled(link, origin, name);
            if (late.isPresent()) {
                return late;
            }
            if (!matcher.test(typed, hash)) {
                throttle.wrong(origin, name);
                return Optional.of(new Outcome.WrongPassword(link));
            }
            throttle.right(origin, name);
            return Optional.empty();
        });
    }

    private Optional<Outcome> throttled(ShareLink link, AccountThrottle.Origin origin, String name) {
        Duration remaining = throttle.remaining(origin, name);
        return remaining.isPositive() ? Optional.of(new Outcome.Throttled(link, remaining)) : Optional.empty();
    }

    private static Optional<Outcome> good(Optional<ShareLinkStore.Shown> shown) {
        return shown.map(ShareLinkStore.Shown::link)
                .filter(link -> link.uses().state() == ShareLink.State.ACTIVE)
                .map(Outcome.Good::new);
    }

    private static Outcome unavailable(Optional<ShareLinkStore.Shown> shown) {
        return shown.map(ShareLinkStore.Shown::link)
                .map(link ->
                        new Outcome.Unavailable(link, link.uses().state().name().toLowerCase(Locale.ROOT)))
                .orElseGet(() -> new Outcome.Unavailable(null, "unknown"));
    }
}
