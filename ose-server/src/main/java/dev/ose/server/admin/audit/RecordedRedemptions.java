package dev.ose.server.admin.audit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.ose.s3.AddressRange;
import dev.ose.server.admin.access.LinkOperation;
import dev.ose.server.admin.access.link.ShareLink;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.audit.AuditActor;
import dev.ose.server.audit.AuditId;
import dev.ose.server.audit.AuditSource;
import dev.ose.server.audit.AuditTarget;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.audit.LoginKind;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records what becomes of links that are redeemed without a login, so that such calls do not fill the audit log: each
 * wrong password, whose number is limited, and all else once in a quarter of an hour for each link, network and result.
 * {@link AuditedAnswers} records the end. Thread-safe; blocks on the database.
 */
public final class RecordedRedemptions {

    private static final Duration REMEMBERED = Duration.ofMinutes(15);
    private static final int REMEMBERED_RESULTS = 10_000;

    private final AuditTrail trail;
    private final Cache<List<Object>, Boolean> recorded = Caffeine.newBuilder()
            .maximumSize(REMEMBERED_RESULTS)
            .expireAfterWrite(REMEMBERED)
            .build();

    public RecordedRedemptions(AuditTrail trail) {
        this.trail = trail;
    }

    /**
     * Records a use that is about to count. Fails like {@link AuditTrail#begin}, and then it must not.
     */
    public void use(HttpServletRequest request, ShareLink link) {
        once(request, link, "");
    }

    /** Records a wrong password. Fails like {@link AuditTrail#begin}. */
    public void wrongPassword(HttpServletRequest request, ShareLink link) {
        note(request, link, "wrong password");
        begin(request);
    }

    /**
     * Records that a link redeemed nothing. Fails like {@link AuditTrail#begin}.
     *
     * @param link null for a token of no link
     */
    public void refused(HttpServletRequest request, @Nullable ShareLink link, String reason) {
        once(request, link, reason);
    }

    private void once(HttpServletRequest request, @Nullable ShareLink link, String reason) {
        if (link != null) {
            note(request, link, reason);
        }
        // Asked, recorded and only then noted: a call whose entry failed is recorded by the next one.
        List<Object> key = List.of(
                link == null ? "" : link.id(), AddressRange.networkOf(String.valueOf(request.getRemoteAddr())), reason);
        if (recorded.getIfPresent(key) == null) {
            begin(request);
            recorded.put(key, true);
        }
    }

    /** Its administrators read why a link redeemed nothing; its client does not. */
    private static void note(HttpServletRequest request, ShareLink link, String reason) {
        String text = reason.isEmpty() ? link.id().toString() : link.id() + " " + reason;
        AuditedSubject.noteShareLink(
                request, link.tenant(), link.object().bucket().value(), text);
    }

    /** A use that in the end did not count has an entry already. */
    private void begin(HttpServletRequest request) {
        if (OpenCall.isIn(request)) {
            return;
        }
        LinkOperation operation = LinkOperation.REDEEM_SHARE_LINK;
        AuditActor actor = new AuditActor(
                Logins.caller().getName(),
                LoginKind.NONE,
                null,
                String.valueOf(request.getRemoteAddr()),
                AuditActor.Acting.FOR_ITSELF);
        AuditTrail.Call call = new AuditTrail.Call(
                RequestIds.of(request), AuditSource.ADMIN, operation.title(), actor, AuditTarget.SERVICE);
        AuditId id = trail.begin(call, AuditTrail.Durability.WITH_THE_CHANGE);
        OpenCall.put(request, new OpenCall(operation, id, AuditTarget.SERVICE));
    }
}
