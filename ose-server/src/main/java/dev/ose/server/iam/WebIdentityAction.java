package dev.ose.server.iam;

import dev.ose.adapter.Secret;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.iam.federation.TokenVerifier.Why;
import dev.ose.server.iam.federation.WebIdentities;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.PrincipalArn;
import dev.ose.server.tenant.RoleArn;
import dev.ose.server.tenant.credential.NewSession;
import java.time.Duration;
import java.util.Optional;

/**
 * Opens a session for the subject of a token of a trusted identity provider. The call is unsigned: the token
 * authenticates it.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html">AssumeRoleWithWebIdentity</a>
 */
final class WebIdentityAction {

    private final WebIdentities identities;

    WebIdentityAction(WebIdentities identities) {
        this.identities = identities;
    }

    IamAnswer perform(IamParameters parameters, RequestFacts about, String requestId) {
        String arn = parameters.require("RoleArn");
        WebIdentities.As as = as(arn);
        String session = parameters.requireName("RoleSessionName");
        if (as instanceof WebIdentities.As.OfRole) {
            SessionActions.requireSessionName(session);
        }
        WebIdentities.Wish wish = new WebIdentities.Wish(
                as,
                session,
                parameters.find("Policy"),
                Duration.ofSeconds(SessionActions.secondsOfRole(parameters)),
                about);
        return switch (identities.open(wish, Secret.of(parameters.require("WebIdentityToken")))) {
            case WebIdentities.Answer.Refused(Why why) ->
                IamApi.refuse("sts", IamAction.ASSUME_ROLE_WITH_WEB_IDENTITY, failure(why), requestId);
            case WebIdentities.Answer.Opened opened ->
                new IamAnswer(
                        200,
                        IamAction.ASSUME_ROLE_WITH_WEB_IDENTITY,
                        null,
                        document(opened, assumed(wish, arn, opened), session, requestId),
                        new IamAnswer.Payer(as.tenant(), opened.user()));
        };
    }

    private static WebIdentities.As as(String arn) {
        return PrincipalArn.parse(arn)
                .flatMap(named -> Optional.ofNullable(named.user())
                        .<WebIdentities.As>map(user -> new WebIdentities.As.OfUser(named.tenant(), user)))
                .or(() -> RoleArn.parse(arn).map(WebIdentities.As.OfRole::new))
                .orElseThrow(() ->
                        new FailureException(new Failure.Invalid("RoleArn", "must be the ARN of a role or of a user")));
    }

    private static String assumed(WebIdentities.Wish wish, String arn, WebIdentities.Answer.Opened opened) {
        return switch (wish.as()) {
            case WebIdentities.As.OfUser _ -> arn + '/' + wish.session();
            case WebIdentities.As.OfRole(RoleArn role) ->
                SessionActions.assumed(
                        role.tenant(), opened.session().credential().terms().description());
        };
    }

    private static String document(
            WebIdentities.Answer.Opened opened, String arn, String sessionName, String requestId) {
        NewSession session = opened.session();
        return IamDocument.success("sts", "AssumeRoleWithWebIdentity", requestId, xml -> {
            SessionActions.credentials(xml, session);
            xml.element("SubjectFromWebIdentityToken", opened.proof().subject())
                    .element("Audience", opened.proof().audience())
                    .element("Provider", opened.proof().provider().issuer())
                    .start("AssumedRoleUser")
                    .element("Arn", arn)
                    .element("AssumedRoleId", opened.actor() + ":" + sessionName)
                    .end();
        });
    }

    private static IamFailure failure(Why why) {
        return switch (why) {
            case INVALID ->
                new IamFailure(
                        400, "InvalidIdentityToken", "The web identity token that was passed could not be validated.");
            case EXPIRED ->
                new IamFailure(400, "ExpiredTokenException", "The web identity token that was passed is expired.");
            case ISSUER_AWAY ->
                new IamFailure(
                        400, "IDPCommunicationError", "The identity provider did not return its keys; try again.");
            case STRANGER ->
                new IamFailure(403, "AccessDenied", "Not authorized to perform sts:AssumeRoleWithWebIdentity");
            case NAME_TAKEN ->
                new IamFailure(
                        409, "EntityAlreadyExists", "The token would create a user whose name is taken or reserved.");
            case FULL -> new IamFailure(409, "LimitExceeded", "The identity provider has reached its limit of users.");
        };
    }
}
