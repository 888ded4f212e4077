package dev.ose.server.iam;

import dev.ose.adapter.Secret;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.credential.NewSession;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.federation.TokenVerifier.Why;
import dev.ose.server.federation.WebIdentities;
import dev.ose.server.tenancy.PrincipalArn;
import java.time.Duration;

/**
 * A session for whom an issuer vouches that the tenant trusts. Nobody signs such a call: the token in it is the proof.
 *
 * @see <a href="https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html">
 *     AssumeRoleWithWebIdentity</a>
 */
final class WebIdentityAction {

    private final WebIdentities identities;

    WebIdentityAction(WebIdentities identities) {
        this.identities = identities;
    }

    IamAnswer perform(IamParameters parameters, RequestFacts about, String requestId) {
        PrincipalArn role = role(parameters.require("RoleArn"));
        String user = role.user();
        if (user == null) {
            throw malformedRole();
        }
        String session = parameters.requireName("RoleSessionName");
        int seconds = SessionActions.secondsOfRole(parameters);
        WebIdentities.Answer answer = identities.open(
                new WebIdentities.Wish(role.tenant(), user, about.sourceNetwork()),
                Secret.of(parameters.require("WebIdentityToken")),
                parameters.find("Policy"),
                Duration.ofSeconds(seconds));
        return switch (answer) {
            case WebIdentities.Answer.Refused(Why why) ->
                IamApi.refuse("sts", IamAction.ASSUME_ROLE_WITH_WEB_IDENTITY, failure(why), requestId);
            case WebIdentities.Answer.Opened opened ->
                new IamAnswer(
                        200,
                        IamAction.ASSUME_ROLE_WITH_WEB_IDENTITY,
                        null,
                        document(opened, role + "/" + session, session, requestId));
        };
    }

    private static PrincipalArn role(String arn) {
        return PrincipalArn.parse(arn).orElseThrow(WebIdentityAction::malformedRole);
    }

    private static FailureException malformedRole() {
        return new FailureException(new Failure.Invalid("RoleArn", "must be the ARN of a user"));
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
                    .element("AssumedRoleId", opened.user().id() + ":" + sessionName)
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
                new IamFailure(400, "IDPCommunicationError", "The identity provider did not tell its keys; try again.");
            case STRANGER ->
                new IamFailure(403, "AccessDenied", "Not authorized to perform sts:AssumeRoleWithWebIdentity");
        };
    }
}
