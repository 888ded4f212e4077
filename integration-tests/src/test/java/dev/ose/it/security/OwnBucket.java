package dev.ose.it.security;

import dev.ose.it.S3Target;
import dev.ose.it.Servers;
import dev.ose.it.SignedRequest;
import dev.ose.it.Where;
import dev.ose.it.Wire;
import dev.ose.it.WireAnswer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test with a bucket of its own, in which there is one object, {@code there}, with the content "there". */
@ExtendWith(Servers.class)
abstract class OwnBucket {

    S3Target target;
    String bucket;

    @BeforeEach
    final void makeBucket(Servers.Endpoints endpoints) {
        target = endpoints.target(Where.HTTP);
        bucket = "it-" + UUID.randomUUID();
        Wire.send(target, SignedRequest.of("PUT", '/' + bucket)).assertStatus(200);
        Wire.send(target, SignedRequest.of("PUT", path("there")).body("there")).assertStatus(200);
    }

    final String path(String key) {
        return '/' + bucket + '/' + key;
    }

    final WireAnswer send(SignedRequest request) {
        return Wire.send(target, request);
    }

    final WireAnswer get(String target) {
        return send(SignedRequest.of("GET", target));
    }

    /** Sends bytes on a connection of their own, ends our half of it, and reads one answer. */
    final WireAnswer exchange(String method, String latin1) {
        try (Wire wire = Wire.connect(target)) {
            wire.write(latin1);
            wire.endWriting();
            return wire.answer(method);
        }
    }

    final String head(SignedRequest request) {
        return new String(request.head(target), StandardCharsets.ISO_8859_1);
    }

    final List<String> keys() {
        WireAnswer listing = get('/' + bucket + "?list-type=2");
        listing.assertStatus(200);
        return listing.elements("Key");
    }
}
