package dev.ose.server.iam;

import dev.ose.s3.xml.XmlWriter;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.credential.Credential;
import dev.ose.server.tenant.credential.CredentialTerms;
import dev.ose.server.tenant.credential.Credentials;
import dev.ose.server.tenant.credential.NewCredential;
import java.nio.charset.StandardCharsets;

/**
 * Actions on a user's access keys, including those of applications. The reserved key is listed and cannot be disabled.
 *
 * @see <a href="https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateAccessKey.html">CreateAccessKey</a>
 */
final class AccessKeyActions {

    private final TargetUser targets;
    private final Credentials credentials;

    AccessKeyActions(TargetUser targets, Credentials credentials) {
        this.targets = targets;
        this.credentials = credentials;
    }

    String create(IamCall call) {
        User user = targets.findToImpersonate(call);
        NewCredential made = credentials.create(user.tenant(), user.id(), CredentialTerms.unlimited(""));
        return IamDocument.success(call, xml -> {
            key(xml.start("AccessKey"), user, made.credential());
            xml.element(
                            "SecretAccessKey",
                            made.secretKey().<String>use(bytes -> new String(bytes, StandardCharsets.US_ASCII)))
                    .end();
        });
    }

    String list(IamCall call) {
        User user = targets.find(call);
        return IamDocument.success(call, xml -> {
            xml.element("UserName", user.name()).start("AccessKeyMetadata");
            for (Credential credential : credentials.list(user.tenant(), user.id())) {
                key(xml.start("member"), user, credential);
                xml.end();
            }
            xml.end().element("IsTruncated", false);
        });
    }

    String update(IamCall call) {
        Credential credential = required(call);
        switch (call.parameters().require("Status")) {
            case "Active" -> credentials.enable(credential.tenant(), credential.accessKey());
            case "Inactive" -> credentials.disable(credential.tenant(), credential.accessKey());
            default -> throw new FailureException(new Failure.Invalid("Status", "must be Active or Inactive"));
        }
        return IamDocument.success(call, xml -> {});
    }

    String delete(IamCall call) {
        Credential credential = required(call);
        credentials.delete(credential.tenant(), credential.accessKey());
        return IamDocument.success(call, xml -> {});
    }

    private Credential required(IamCall call) {
        User user = targets.find(call);
        return credentials.ofUser(user.tenant(), user.id(), call.parameters().require("AccessKeyId"));
    }

    private static void key(XmlWriter xml, User user, Credential credential) {
        xml.element("UserName", user.name())
                .element("AccessKeyId", credential.accessKey().value())
                .element("Status", credential.status() == Status.ACTIVE ? "Active" : "Inactive")
                .element("CreateDate", credential.createdAt().toString());
    }
}
