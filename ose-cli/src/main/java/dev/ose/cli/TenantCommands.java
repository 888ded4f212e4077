package dev.ose.cli;

import dev.ose.client.AdoptionApi;
import dev.ose.client.BucketsApi;
import dev.ose.client.CloudDirectorApi;
import dev.ose.client.NewDirectorOrganisation;
import dev.ose.client.NewTenant;
import dev.ose.client.NewTenantPurge;
import dev.ose.client.Paged;
import dev.ose.client.PlatformTenant;
import dev.ose.client.QuotasApi;
import dev.ose.client.Status;
import dev.ose.client.TenantPatch;
import dev.ose.client.TenantPlatform;
import dev.ose.client.TenantPurgeView;
import dev.ose.client.TenantView;
import dev.ose.client.TenantsApi;
import dev.ose.client.UsersApi;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ose tenant}. */
final class TenantCommands {

    private TenantCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "tenant",
                "Tenants: the organisations that use the service.",
                new ListAll(terminal),
                new Create(terminal),
                new Show(terminal),
                new Platforms(terminal),
                new AllowPlatform(terminal),
                new ForbidPlatform(terminal),
                new Remap(terminal),
                new Remove(terminal),
                new Purge(terminal),
                new ListPurges(terminal),
                new Organisation(terminal),
                new Link(terminal),
                new Unlink(terminal),
                new Disable(terminal),
                new Enable(terminal));
    }

    @Command(name = "list", description = "Show all tenants.")
    private static final class ListAll extends AdminCommand {

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    all(TenantsApi.listTenants()),
                    new Columns<TenantView>()
                            .with("NAME", TenantView::name)
                            .with("STATUS", TenantView::status)
                            .with("ID", TenantView::id)
                            .with("CREATED", TenantView::createdAt));
        }
    }

    /** One tenant. */
    private abstract static class One extends AdminCommand {

        @Parameters(paramLabel = "TENANT", description = "Its name.")
        private String name = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String name() {
            return name;
        }

        final String id() {
            return tenantId(name);
        }

        /** Refuses a tenant that has users or buckets. */
        final void requireEmpty(String tenant, String code, String hint) {
            requireNone(UsersApi.listUsers(tenant), "users", code, hint);
            requireNone(BucketsApi.listBuckets(tenant), "buckets", code, hint);
        }

        private void requireNone(Paged<?> list, String what, String code, String hint) {
            if (!ask(list.limit(1)).items().isEmpty()) {
                throw CommandFailure.of(ExitCode.REFUSED, code, "The tenant has " + what + ".", hint);
            }
        }
    }

    @Command(name = "create", description = "Create a tenant, and its counterpart on the platform.")
    private static final class Create extends One {

        @Option(
                names = "--platform-tenant",
                paramLabel = "ID",
                description = "Use this existing tenant of the platform, instead of creating one there.")
        private @Nullable String platformTenant;

        @Option(
                names = "--platform",
                paramLabel = "NAME",
                description = "The platform of its buckets, which is never changed; the enabled one if absent.")
        private @Nullable String platform;

        Create(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            NewTenant tenant = NewTenant.of(name());
            if (platform != null) {
                tenant = tenant.withPlatform(platform);
            }
            return showOne(TenantsApi.createTenant(
                    platformTenant == null ? tenant : tenant.withPlatformTenant(platformTenant)));
        }
    }

    @Command(name = "platforms", description = "Show the platforms that a tenant may use or uses.")
    private static final class Platforms extends One {

        Platforms(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    ask(TenantsApi.listTenantPlatforms(id())).items(),
                    new Columns<TenantPlatform>()
                            .with("PLATFORM", TenantPlatform::platform)
                            .with("REGION", TenantPlatform::region)
                            .with("FIRST", TenantPlatform::isFirst)
                            .with("ALLOWED", TenantPlatform::isAllowed)
                            .with("USED", TenantPlatform::isUsed));
        }
    }

    @Command(
            name = "allow-platform",
            description = "Let a tenant create buckets on a further platform, in the region of that.")
    private static final class AllowPlatform extends One {

        @Parameters(index = "1", paramLabel = "PLATFORM", description = "One of ose platforms list.")
        private String platform = "";

        AllowPlatform(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(TenantsApi.putTenantPlatform(id(), platform));
        }
    }

    @Command(
            name = "forbid-platform",
            description = "Let a tenant create no more buckets on a further platform; those that are there stay.")
    private static final class ForbidPlatform extends One {

        @Parameters(index = "1", paramLabel = "PLATFORM", description = "One of ose tenant platforms.")
        private String platform = "";

        ForbidPlatform(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(TenantsApi.deleteTenantPlatform(id(), platform));
        }
    }

    @Command(
            name = "remap",
            description = "Map a tenant without users and buckets to another existing tenant of the platform."
                    + " With --dry-run only check for users and buckets.")
    private static final class Remap extends One {

        @Option(names = "--platform-tenant", required = true, paramLabel = "ID", description = "Its id there.")
        private String platformTenant = "";

        @Mixin
        private DryRun dryRun = new DryRun();

        Remap(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String tenant = id();
            if (!dryRun.isAskedFor()) {
                return showOne(AdoptionApi.remapTenant(tenant, PlatformTenant.of(platformTenant)));
            }
            requireEmpty(tenant, "OSE-2206", "Map another tenant, created with ose tenant create --platform-tenant.");
            showOne(TenantsApi.getTenant(tenant));
            say(DryRun.SAID);
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "remove",
            description = "Remove a tenant without users and buckets. With --dry-run only check for users and buckets.")
    private static final class Remove extends One {

        @Mixin
        private DryRun dryRun = new DryRun();

        Remove(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String tenant = id();
            if (dryRun.isAskedFor()) {
                requireEmpty(tenant, "OSE-2209", "Remove its users first, with their buckets or with --transfer-to.");
            }
            return remove(
                    TenantsApi.getTenant(tenant), TenantsApi.deleteTenant(tenant), dryRun, "The tenant is removed.");
        }
    }

    @Command(
            name = "purge",
            description =
                    "Remove a disabled tenant with all its data, which cannot be undone. Locked versions stay, and"
                            + " the tenant with them. The node goes on in the background; ose tenant purges shows how"
                            + " far it is.")
    private static final class Purge extends One {

        @Option(
                names = "--confirm",
                paramLabel = "NAME",
                description = "The name of the tenant once more, so that none is removed by a slip.")
        private @Nullable String confirmed;

        @Option(names = "--stop", description = "Stop the removal instead. What is deleted stays deleted.")
        private boolean isStop;

        @Mixin
        private DryRun dryRun = new DryRun();

        Purge(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String tenant = id();
            if (isStop) {
                return showOne(TenantsApi.stopTenantPurge(tenant));
            }
            if (dryRun.isAskedFor()) {
                showOne(QuotasApi.getTenantQuota(tenant));
                say(DryRun.SAID);
                return ExitCode.DONE;
            }
            if (!name().equals(confirmed)) {
                throw CommandFailure.incomplete(
                        "The removal of a tenant with its data has to be confirmed.",
                        "Give the name once more: --confirm " + name() + ". With --dry-run see what it stores.");
            }
            return showOne(TenantsApi.purgeTenant(tenant, NewTenantPurge.of(name())));
        }
    }

    @Command(name = "purges", description = "Show the removals of tenants with their data, the newest first.")
    private static final class ListPurges extends AdminCommand {

        @Option(
                names = "--filter",
                paramLabel = "RSQL",
                description = "Only these, such as 'state==FAILED' (default: all).")
        private @Nullable String filter;

        ListPurges(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    all(TenantsApi.listTenantPurges().filter(filter)),
                    new Columns<TenantPurgeView>()
                            .with("TENANT", TenantPurgeView::tenantName)
                            .with("STATE", TenantPurgeView::state)
                            .with("OBJECTS", it -> it.removed().objects())
                            .with("BUCKETS", it -> it.removed().buckets())
                            .with("USERS", it -> it.removed().users())
                            .with("REQUESTED", TenantPurgeView::requestedAt)
                            .with("BY", TenantPurgeView::requestedBy)
                            .with("PROBLEM", TenantPurgeView::problem));
        }
    }

    @Command(name = "organisation", description = "Show which organisation of Cloud Director a tenant is.")
    private static final class Organisation extends One {

        Organisation(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(CloudDirectorApi.getDirectorOrganisation(id()));
        }
    }

    @Command(
            name = "link",
            description = "Make a tenant an organisation of Cloud Director, whose users are users of the tenant then.")
    private static final class Link extends One {

        @Option(
                names = "--organisation",
                required = true,
                paramLabel = "ID",
                description = "Its UUID or URN in Cloud Director.")
        private String organisation = "";

        Link(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(CloudDirectorApi.putDirectorOrganisation(id(), NewDirectorOrganisation.of(organisation)));
        }
    }

    @Command(
            name = "unlink",
            description = "Have a tenant be no organisation of Cloud Director; its users stay. With --dry-run only show"
                    + " which one it is.")
    private static final class Unlink extends One {

        @Mixin
        private DryRun dryRun = new DryRun();

        Unlink(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String tenant = id();
            return remove(
                    CloudDirectorApi.getDirectorOrganisation(tenant),
                    CloudDirectorApi.deleteDirectorOrganisation(tenant),
                    dryRun,
                    "The tenant is no organisation any more.");
        }
    }

    @Command(name = "show", description = "Show one tenant.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(TenantsApi.getTenant(id()));
        }
    }

    @Command(name = "disable", description = "Refuse the requests of a tenant; its data stays.")
    private static final class Disable extends One {

        @Option(
                names = "--reason",
                paramLabel = "TEXT",
                description = "Why, shown with the tenant; an empty one removes that which was given.")
        private @Nullable String reason;

        Disable(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            if (reason == null) {
                return showOne(TenantsApi.disableTenant(id()));
            }
            TenantPatch patch = TenantPatch.of().withStatus(Status.DISABLED).withSuspensionReason(givenOrNull(reason));
            return showOne(TenantsApi.updateTenant(id(), patch));
        }
    }

    @Command(name = "enable", description = "Serve the requests of a tenant again.")
    private static final class Enable extends One {

        Enable(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(TenantsApi.enableTenant(id()));
        }
    }
}
