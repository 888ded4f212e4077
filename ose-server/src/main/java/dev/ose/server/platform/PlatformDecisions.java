package dev.ose.server.platform;

import dev.ose.adapter.AccessAnswer;
import dev.ose.adapter.AccessQuestion;

/** What platforms with {@code EXPLAINS_ACCESS} decide about requests. */
public interface PlatformDecisions {

    /**
     * How the platform would decide about a request. Blocks on the platform. Fails with {@code PlatformUnreachable},
     * {@code PlatformRefused} if it does not understand the request, {@code NotOffered}.
     */
    AccessAnswer explain(PlatformId platform, AccessQuestion question);
}
