package dev.ose.server.s3;

import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.GrantSource;
import dev.ose.server.bucket.Grantee;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformResponse;
import java.util.Set;

/** Changes whom a bucket is shared with: on its platform first, which decides by that, and once it has agreed in our rows. */
final class SharingWrite {

    private SharingWrite() {}

    /** Sends the change and answers; the grantees are all that the source names from now on. */
    static void send(OperationContext context, PlatformRequest request, GrantSource source, Set<Grantee> grantees) {
        context.send(request, response -> {
            if (Relay.isError(response.status())) {
                Relay.error(context, response);
            } else {
                Relay.document(context, response, body -> record(context, source, grantees, response, body));
            }
        });
    }

    private static void record(
            OperationContext context,
            GrantSource source,
            Set<Grantee> grantees,
            PlatformResponse response,
            byte[] body) {
        Bucket bucket = context.bucket();
        context.block(() -> {
            context.services().sharing().record(bucket.tenant(), bucket.id(), source, grantees);
            context.resume(() -> DocumentAnswer.relay(context, response, body));
        });
    }
}
