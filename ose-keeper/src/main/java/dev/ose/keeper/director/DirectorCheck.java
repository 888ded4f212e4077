package dev.ose.keeper.director;

import dev.ose.control.Finding;

/** Checks that Cloud Director responds and accepts the login of its link. */
public final class DirectorCheck {

    /** The name of the finding in {@code ose config validate}. */
    public static final String NAME = "Cloud Director";

    private final DirectorEndpoint link;

    public DirectorCheck(DirectorEndpoint link) {
        this.link = link;
    }

    /** Logs in and out again. Blocks for at most a minute. */
    public Finding run() {
        try {
            return ProviderSession.with(
                    link,
                    session -> Finding.valid(
                            NAME,
                            link.url() + " speaks version " + session.version() + " and takes the login of "
                                    + link.login()));
        } catch (DirectorException e) {
            return Finding.failed(NAME, e.detail(), e.remedy());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Finding.skipped(NAME, "interrupted");
        }
    }
}
