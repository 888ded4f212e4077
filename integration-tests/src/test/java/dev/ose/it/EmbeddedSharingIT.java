package dev.ose.it;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Sharing by policies on the platform that a node brings along. */
@ExtendWith(Servers.class)
final class EmbeddedSharingIT extends SharingContract {

    private final Node node;

    EmbeddedSharingIT(Node node) {
        this.node = node;
    }

    @Override
    Node node() {
        return node;
    }

    @Test
    void everybodyReadsWithoutAKeyWhatIsOpenAndNothingElse() {
        unsigned("GET", bucket + "/k").assertRefused(403, "AccessDenied");
        share("\"*\"", "\"s3:GetObject\"");

        Ports.await("the share", KNOWN, () -> unsigned("GET", bucket + "/k").status() == 200);
        for (String what :
                new String[] {bucket, bucket + "?policy", bucket + "/none", own, own + "/k", "none-" + own}) {
            unsigned("GET", what).assertRefused(403, "AccessDenied");
        }
        unsigned("PUT", bucket + "/k").assertRefused(403, "AccessDenied");
        unsigned("DELETE", bucket + "/k").assertRefused(403, "AccessDenied");

        unshare();
        Ports.await("the end", KNOWN, () -> unsigned("GET", bucket + "/k").status() == 403);
        send(owner, "GET", '/' + bucket + "/k", "").assertStatus(200);
    }

    private WireAnswer unsigned(String method, String what) {
        try (Wire wire = Wire.connect(owner)) {
            String length = method.equals("PUT") ? "Content-Length: 0\r\n" : "";
            wire.write(method + " /" + what + " HTTP/1.1\r\nHost: " + owner.host() + "\r\n" + length + "\r\n");
            return wire.answer(method);
        }
    }
}
