package dev.ose.server.admin.json;

import dev.ose.server.runtime.failure.Failure;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** Renders each failure for the admin API. The codes are stable. */
public final class ProblemJson {

    private static final int MAX_NAMED = 20;

    /** The answer to a request that met a bug. */
    static final Problem BUG = Problem.of(500, "OSE-2999", "Internal error", "The service failed; its log says why.");

    private ProblemJson() {}

    /** The problem of a failure. */
    public static Problem of(Failure failure) {
        return switch (failure) {
            case Failure.OfRequest wrong -> ofRequest(wrong);
            case Failure.OfAccess refused -> ofAccess(refused);
            case Failure.OfLogin refused -> ofLogin(refused);
            case Failure.OfState state -> ofState(state);
            case Failure.OfService service -> ofService(service);
        };
    }

    /** After how many seconds the client should try again, where it should. */
    public static OptionalLong retryAfter(Failure failure) {
        if (failure instanceof Failure.Busy(Duration retryAfter)) {
            return OptionalLong.of(Math.max(1, retryAfter.toSeconds()));
        }
        if (failure instanceof Failure.DirectorUnreachable(Duration retryAfter)) {
            return OptionalLong.of(Math.max(1, retryAfter.toSeconds()));
        }
        return failure instanceof Failure.TooManyWrongLogins(Duration retryAfter)
                ? OptionalLong.of(retryAfter.toSeconds() + 1)
                : OptionalLong.empty();
    }

    private static Problem ofRequest(Failure.OfRequest failure) {
        return switch (failure) {
            case Failure.Unacceptable it ->
                Problem.of(400, "OSE-2001", "Unacceptable request", "The request breaks a rule of S3.");
            case Failure.Unauthenticated it ->
                Problem.of(401, "OSE-2002", "Not authenticated", "The request does not prove who sent it.");
            case Failure.BodyTooLarge it ->
                Problem.of(
                        413,
                        "OSE-2003",
                        "Body too large",
                        "The body has " + it.proposedBytes() + " bytes; at most " + it.maximumBytes() + " are taken.");
            case Failure.LengthMissing it ->
                Problem.of(411, "OSE-2004", "Length missing", "The request must state the length of its body.");
            case Failure.BodyCut it ->
                Problem.of(
                        400,
                        "OSE-2005",
                        "Body cut",
                        "The body ended after " + it.receivedBytes() + " of " + it.expectedBytes() + " bytes.");
            case Failure.BodyTooSlow it ->
                Problem.of(408, "OSE-2006", "Body too slow", "The body came slower than the minimum rate.");
        };
    }

    private static Problem ofAccess(Failure.OfAccess failure) {
        return switch (failure) {
            case Failure.NotAllowed it ->
                Problem.of(403, "OSE-2101", "Not allowed", "You may not do " + it.operation() + ".");
            case Failure.CallerDisabled it ->
                Problem.of(
                        403, "OSE-2102", "Caller disabled", "Your tenant, user or credential is disabled or expired.");
            case Failure.CrossOriginRefused it ->
                Problem.of(
                        403,
                        "OSE-2103",
                        "Cross-origin request refused",
                        "No rule of the bucket lets pages of this origin send " + it.method() + ".");
            case Failure.QuotaExceeded it ->
                Problem.of(
                        403, "OSE-2104", "Quota exceeded", "The quota of the " + it.holder() + " does not allow it.");
            case Failure.TooManyBuckets it ->
                Problem.of(
                        403,
                        "OSE-2105",
                        "Too many buckets",
                        "The quota of the " + it.holder() + " does not allow another bucket.");
            case Failure.RightMissing it ->
                Problem.of(
                        403,
                        "OSE-2115",
                        "Right missing",
                        "Your roles in Cloud Director lack the right \"" + it.right()
                                + "\"; an administrator there can add it.");
            case Failure.TenantNotActivated it ->
                Problem.of(
                        403,
                        "OSE-2116",
                        "Tenant not activated",
                        "The organisation " + it.organisation()
                                + " of Cloud Director is no tenant; the provider can link it to one.");
        };
    }

    private static Problem ofLogin(Failure.OfLogin failure) {
        return switch (failure) {
            case Failure.WrongLogin it ->
                Problem.of(401, "OSE-2109", "Wrong login", "The name, the password or the code is wrong.");
            case Failure.CodeNeeded it ->
                Problem.of(
                        401,
                        "OSE-2110",
                        "Code needed",
                        "This account has a second factor: sign in with a code of its device or a recovery code;"
                                + " scripts use a token.");
            case Failure.PasswordExpired it ->
                Problem.of(
                        401,
                        "OSE-2111",
                        "Password expired",
                        "This password is good for choosing a new one only: sign in with it and newPassword.");
            case Failure.TooManyWrongLogins it ->
                Problem.of(
                        429,
                        "OSE-2108",
                        "Too many wrong logins",
                        "Try again in " + (it.retryAfter().toSeconds() + 1) + " s; wait, do not guess.");
            case Failure.SignInOverdue it ->
                Problem.of(
                        401,
                        "OSE-2114",
                        "Sign-in overdue",
                        "This token works again after its account has signed in by its identity provider, which was too"
                                + " long ago (oss.admin.token.sign-in-max-age).");
            case Failure.DirectorTokenRefused _ -> directorTokenRefused();
        };
    }

    private static Problem directorTokenRefused() {
        return Problem.of(
                401,
                "OSE-2117",
                "Cloud Director token refused",
                "Cloud Director does not accept the access token: sign in there again.");
    }

    private static Problem ofState(Failure.OfState failure) {
        return switch (failure) {
            case Failure.BucketMissing it ->
                Problem.of(404, "OSE-2201", "No such bucket", "There is no bucket " + it.bucket() + ".");
            case Failure.BucketTaken it ->
                Problem.of(409, "OSE-2202", "Bucket name taken", "The bucket name " + it.bucket() + " is taken.");
            case Failure.BucketBusy it ->
                Problem.of(
                        409,
                        "OSE-2208",
                        "Bucket busy",
                        "The bucket " + it.bucket() + " is being deleted by another request; try again.");
            case Failure.NotFound it ->
                Problem.of(404, "OSE-2204", "Not found", "There is no " + it.kind() + " " + it.name() + ".");
            case Failure.AlreadyExists it ->
                Problem.of(
                        409, "OSE-2205", "Already exists", "The " + it.kind() + " " + it.name() + " exists already.");
            case Failure.Invalid it ->
                Problem.of(400, "OSE-2206", "Invalid input", it.field() + " " + it.rule() + ".")
                        .at(List.of(new Problem.FieldError(it.field(), it.rule())));
            case Failure.Protected it ->
                Problem.of(
                        409,
                        "OSE-2207",
                        "Protected",
                        "The " + it.kind() + " " + it.name() + " is needed by the service and cannot be changed.");
            case Failure.NotEmpty it ->
                Problem.of(
                        409,
                        "OSE-2209",
                        "Not empty",
                        "The " + it.kind() + " " + it.name() + " still has " + it.buckets() + " buckets and "
                                + it.users()
                                + " users, counting those that are being created or transferred: name a new owner of a"
                                + " user's buckets, or transfer or delete them; remove a tenant's users first.");
            case Failure.WrongState it ->
                Problem.of(
                        409,
                        "OSE-2230",
                        "Wrong state",
                        "The " + it.kind() + " " + it.name() + " is " + it.state() + ", which does not allow it.");
            case Failure.VersionsDiffer it -> versionsDiffer(it);
            case Failure.BucketsHeld it -> Problem.of(409, "OSE-2210", "Buckets held", explain(it));
            case Failure.WebhookNamed it ->
                Problem.of(
                        409,
                        "OSE-2211",
                        "Webhook named",
                        "Notification configurations of buckets name the webhook " + it.webhook() + "."
                                + advise(" Remove them from these first: ", it.buckets()));
            case Failure.Outdated it -> outdated(it);
            case Failure.KeyReused _ -> keyReused();
            case Failure.KeyBusy _ -> keyBusy();
            case Failure.MadeAlready it -> madeAlready(it);
        };
    }

    private static Problem versionsDiffer(Failure.VersionsDiffer failure) {
        return Problem.of(
                409,
                "OSE-2216",
                "Versions differ",
                "The nodes have different versions: upgrade all of them, then try again."
                        + advise(" Nodes: ", failure.nodes()));
    }

    private static Problem outdated(Failure.Outdated failure) {
        return Problem.of(
                412,
                "OSE-2212",
                "Changed meanwhile",
                "The " + failure.kind() + " " + failure.name()
                        + " has changed since you read it, and nothing was done: read it again.");
    }

    private static Problem keyReused() {
        return Problem.of(
                422,
                "OSE-2213",
                "Idempotency key reused",
                "The Idempotency-Key was sent with another request within a day: each request needs its own.");
    }

    private static Problem keyBusy() {
        return Problem.of(
                409,
                "OSE-2214",
                "Idempotency key busy",
                "A request with this Idempotency-Key is being carried out: repeat it a little later.");
    }

    private static Problem madeAlready(Failure.MadeAlready failure) {
        return Problem.of(
                409,
                "OSE-2215",
                "Made already",
                "The request was carried out and created " + failure.made()
                        + ". Its secret was in the first answer and is not stored: if that answer was lost, delete what"
                        + " was created and create another.");
    }

    private static String explain(Failure.BucketsHeld failure) {
        return "The user " + failure.user() + " is disabled, and no bucket was transferred."
                + advise(" Writes are under way: try again in a minute. Buckets: ", failure.written())
                + advise(
                        " Uploads are not complete: have them completed or aborted, for which the user may be enabled"
                                + " again, then try again. Buckets: ",
                        failure.uploading())
                + advise(
                        " The platform has not reported whether an earlier transfer was done: try again. Buckets: ",
                        failure.begun());
    }

    private static String advise(String advice, List<String> names) {
        if (names.isEmpty()) {
            return "";
        }
        int unnamed = names.size() - MAX_NAMED;
        String named = String.join(", ", names.subList(0, Math.min(names.size(), MAX_NAMED)));
        return advice + named + (unnamed > 0 ? " and " + unnamed + " more." : ".");
    }

    private static Problem ofService(Failure.OfService failure) {
        return switch (failure) {
            case Failure.NotOffered it ->
                Problem.of(501, "OSE-2301", "Not offered", "The platform does not offer " + it.operation() + ".");
            case Failure.Busy it ->
                Problem.of(
                        503,
                        "OSE-2302",
                        "Busy",
                        "The service is busy; try again in "
                                + Math.max(1, it.retryAfter().toSeconds()) + " s.");
            case Failure.PlatformUnreachable it ->
                Problem.of(
                        503,
                        "OSE-2303",
                        "Platform unreachable",
                        "The platform " + it.platform() + " cannot be reached; nothing was done.");
            case Failure.OutcomeUnknown it ->
                Problem.of(
                        502,
                        "OSE-2304",
                        "Outcome unknown",
                        "The platform did not answer to " + it.operation()
                                + ": it may or may not have been done. Look before you repeat it.");
            case Failure.DirectorUnreachable it ->
                Problem.of(
                        503,
                        "OSE-2309",
                        "Cloud Director unreachable",
                        "Cloud Director does not answer about the access token; try again in "
                                + Math.max(1, it.retryAfter().toSeconds()) + " s.");
            case Failure.MetadataUnavailable it ->
                Problem.of(503, "OSE-2305", "Database unavailable", "The database does not answer; nothing was done.");
            case Failure.AuditUnavailable it ->
                Problem.of(
                        503, "OSE-2307", "Audit log unavailable", "The audit log cannot be written; nothing was done.");
            case Failure.AuditIncomplete it ->
                Problem.of(
                        503,
                        "OSE-2308",
                        "Outcome not recorded",
                        "The call was carried out, but the audit log did not take its outcome. Look before you repeat"
                                + " it.");
            case Failure.PlatformRefused it ->
                Problem.of(
                        502,
                        "OSE-2306",
                        "Platform refused",
                        "The platform " + it.platform() + " refused: " + it.explanation());
            case Failure.CreationUndone it -> undone(it);
            case Failure.CreationUnfinished it -> unfinished(it);
            case Failure.Internal _ -> BUG;
        };
    }

    private static Problem undone(Failure.CreationUndone failure) {
        return Problem.of(
                502,
                "OSE-2310",
                "Bucket not created",
                unset(failure.bucket(), failure.setting(), failure.reason()) + " The bucket was removed again.");
    }

    private static Problem unfinished(Failure.CreationUnfinished failure) {
        return Problem.of(
                502,
                "OSE-2311",
                "Bucket left behind",
                unset(failure.bucket(), failure.setting(), failure.reason())
                        + " The removal of the bucket failed, too: it may exist without what was asked for."
                        + " Look before you repeat the request; delete the bucket, or set what is missing.");
    }

    private static String unset(String bucket, String setting, String reason) {
        return "The " + setting + " of the bucket " + bucket + " could not be set: " + reason + ".";
    }
}
