package dev.ose.cli;

import dev.ose.client.ObjectsApi;
import dev.ose.client.ShareLinkView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ose links}. */
final class LinkCommands {

    private LinkCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "links",
                "Links by which the users of a tenant share objects.",
                new ListAll(terminal),
                new Revoke(terminal));
    }

    @Command(
            name = "list",
            description = "Show the links of a tenant, newest first, without their URLs. Those that ended are shown for"
                    + " a month.")
    private static final class ListAll extends UserCommands.OfTenant {

        @Option(
                names = "--filter",
                paramLabel = "RSQL",
                description = "Only these, such as 'state==ACTIVE;bucket==docs' (default: all).")
        private @Nullable String filter;

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    all(ObjectsApi.listShareLinks(tenantId()).filter(filter)),
                    new Columns<ShareLinkView>()
                            .with("ID", ShareLinkView::id)
                            .with("USER", ShareLinkView::user)
                            .with("BUCKET", it -> it.object().bucket())
                            .with("KEY", it -> it.object().key())
                            .with("STATE", it -> it.validity().state())
                            .with("CREATED", it -> it.validity().createdAt())
                            .with("EXPIRES", it -> it.validity().expiresAt())
                            .with("PASSWORD", ShareLinkView::hasPassword)
                            .with("USES", ShareLinkView::uses)
                            .with("MAXIMUM", ShareLinkView::maximumUses));
        }
    }

    @Command(
            name = "revoke",
            description = "Revoke a link: it redeems nothing from then on. Downloads that have begun go on.")
    private static final class Revoke extends UserCommands.OfTenant {

        @Parameters(paramLabel = "LINK", description = "Its id.")
        private String id = "";

        @Mixin
        private DryRun dryRun = new DryRun();

        Revoke(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String tenant = tenantId();
            return remove(
                    ObjectsApi.getShareLink(tenant, id),
                    ObjectsApi.revokeShareLink(tenant, id),
                    dryRun,
                    "The link is revoked.");
        }
    }
}
