package dev.ose.cli;

import dev.ose.client.Call;
import dev.ose.client.Document;
import dev.ose.client.Paged;
import dev.ose.client.Request;
import dev.ose.client.ResultPage;
import dev.ose.client.TenantView;
import dev.ose.client.TenantsApi;
import dev.ose.client.UserView;
import dev.ose.client.UsersApi;
import dev.ose.control.NodeCommand;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A command over the node's admin API, which identifies tenants and users by id, the operator by name. */
abstract class AdminCommand extends BaseCommand {

    /** The most items that a page of any list has. */
    private static final int PAGE = 1000;

    /** A user of a tenant, by their ids. */
    record Member(String tenant, String user) {}

    AdminCommand(Terminal terminal) {
        super(terminal);
    }

    /** Sends a request to the node by the keeper, and waits for the answer. */
    final <A> A ask(Request<A> request) {
        Call<A> call = request.call();
        return call.read(ask(new NodeCommand(call.method(), call.target(), call.body())));
    }

    final String tenantId(String name) {
        List<TenantView> found = ask(TenantsApi.listTenants().name(name)).items();
        if (found.isEmpty()) {
            throw absent("tenant", name);
        }
        return found.getFirst().id();
    }

    final Member member(String tenant, String name) {
        String id = tenantId(tenant);
        List<UserView> found = ask(UsersApi.listUsers(id).name(name)).items();
        if (found.isEmpty()) {
            throw absent("user", name);
        }
        return new Member(id, found.getFirst().id());
    }

    private static CommandFailure absent(String kind, String name) {
        return CommandFailure.of(
                ExitCode.REFUSED,
                "OSE-2204",
                "There is no " + kind + " " + name + ".",
                "ose " + kind + " list shows those there are.");
    }

    /** All items of a list, page by page. */
    final <I> List<I> all(Paged<? extends ResultPage<I>> list) {
        List<I> items = new ArrayList<>();
        @Nullable String after = "";
        while (after != null) {
            ResultPage<I> page = ask(list.limit(PAGE).after(after));
            items.addAll(page.items());
            after = page.next();
        }
        return items;
    }

    /** Deletes something, unless only asked what would change, and shows what it was. */
    final ExitCode remove(Request<? extends Document> shown, Request<JsonNode> removal, DryRun dryRun, String said) {
        Document removed = ask(shown);
        if (!dryRun.isAskedFor()) {
            ask(removal);
        }
        showOne(removed);
        say(dryRun.isAskedFor() ? DryRun.SAID : said);
        return ExitCode.DONE;
    }

    final <I extends Document> ExitCode showAll(List<I> items, Columns<I> columns) {
        show(Json.tree(items.stream().map(Document::json).toList()), json -> columns.table(items));
        return ExitCode.DONE;
    }

    /** Prints items as comma-separated values with a header line. */
    final <I> ExitCode printCsv(List<I> items, Columns<I> columns) {
        terminal().out().print(columns.csvHead());
        items.forEach(item -> terminal().out().print(columns.csv(item)));
        terminal().out().flush();
        return ExitCode.DONE;
    }

    /** The value of a merge patch for an option: an empty one removes what there is. */
    static @Nullable String givenOrNull(String option) {
        return option.isEmpty() ? null : option;
    }

    /** Sends a request, and shows all members of the answer. */
    final ExitCode showOne(Request<? extends Document> request) {
        return showOne(ask(request));
    }

    final ExitCode showOne(Document document) {
        return showOne(document.json());
    }

    final ExitCode showOne(JsonNode answer) {
        show(answer, it -> {
            Table table = new Table("WHAT", "VALUE");
            it.properties().forEach(field -> table.row(field.getKey(), Table.text(field.getValue())));
            return table;
        });
        return ExitCode.DONE;
    }
}
