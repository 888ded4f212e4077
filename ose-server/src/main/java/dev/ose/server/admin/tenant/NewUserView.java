package dev.ose.server.admin.tenant;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.ose.adapter.Secret;
import dev.ose.server.admin.json.SecretSerializer;
import dev.ose.server.tenant.IssuedKey;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.ShownUser;
import io.swagger.v3.oas.annotations.media.Schema;
import tools.jackson.databind.annotation.JsonSerialize;

/** A user just made, with its reserved credential. */
record NewUserView(@JsonUnwrapped UserView user, ReservedView reservedCredential) {

    static NewUserView of(Provisioning.NewUser made) {
        IssuedKey key = made.reserved();
        return new NewUserView(
                UserView.of(ShownUser.ofNew(made.user())), new ReservedView(key.accessKey(), key.secretKey()));
    }

    /** The key pair, secret included. */
    record ReservedView(
            String accessKey,

            @JsonSerialize(using = SecretSerializer.class)
            @Schema(type = "string", description = "Only in the first answer")
            Secret secretKey) {}
}
