package dev.ose.server.s3.object;

import dev.ose.s3.xml.XmlRewriteRule;
import dev.ose.server.ledger.StoredAnswer;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.IdentityRewriter;
import dev.ose.server.s3.document.PlatformReply;
import dev.ose.server.s3.document.Response;
import dev.ose.server.s3.relay.PlatformErrors;
import dev.ose.server.s3.relay.Versions;
import java.util.List;

/** The platform's reply to a copy or a completion, and what it means. */
record StoredResult(PlatformReply reply, StoredAnswer answer) {

    static StoredResult of(PlatformReply reply) {
        return new StoredResult(
                reply,
                StoredAnswer.read(reply.status(), reply.header(Versions.ID).orElse(null), reply.body()));
    }

    /** The answer to the client. Records before that the bucket has versions, if that is news. */
    Response relay(DocumentRequest request, List<XmlRewriteRule> rules) {
        request.noteVersion(answer.versionId());
        if (reply.isError()) {
            return reply.error();
        }
        return PlatformErrors.isRefusal(reply.body())
                ? reply.lateError()
                : reply.relay(IdentityRewriter.rewrite(reply.body(), rules));
    }
}
