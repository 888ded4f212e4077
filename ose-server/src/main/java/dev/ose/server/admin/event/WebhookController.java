package dev.ose.server.admin.event;

import dev.ose.server.admin.AdminGuard;
import dev.ose.server.admin.access.EventOperation;
import dev.ose.server.admin.json.EntityTags;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.event.Webhook;
import dev.ose.server.event.Webhooks;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListPage;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Webhooks of a tenant, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/webhooks")
@Tag(name = "Webhooks")
public class WebhookController {

    private static final int MAX_ID = 18;

    private final Provisioning provisioning;
    private final Webhooks webhooks;
    private final ListReader lists;

    public WebhookController(Provisioning provisioning, Webhooks webhooks, ListReader lists) {
        this.provisioning = provisioning;
        this.webhooks = webhooks;
        this.lists = lists;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            summary = "Create a webhook: changes of objects are sent to a URL",
            description = "Messages are S3 event documents, signed with the secret that only this answer contains. With"
                    + " an empty list of events it is a destination: it receives what notification configurations of"
                    + " buckets name it for, by its arn.")
    WebhookView create(
            @PathVariable String tenant, @RequestBody NewWebhookRequest webhook, HttpServletRequest request) {
        Webhook.Terms terms = webhook.terms();
        AdminGuard.requirePolicies(EventOperation.CREATE_WEBHOOK, terms.bucket(), request);
        Webhooks.Made made = webhooks.make(existing(tenant), terms);
        return WebhookView.of(made, webhooks.arn(made.webhook()));
    }

    @GetMapping
    @Operation(
            summary = "List the webhooks of a tenant, oldest first, and how deliveries go",
            description = "Filter and order take id, url, bucket and createdAt.")
    Page<WebhookView> list(@PathVariable String tenant, @ParameterObject @ModelAttribute ListPart part) {
        TenantId owner = existing(tenant);
        ListQuery query = part.query(AdminList.WEBHOOKS);
        // A tenant has few; the page says which and in what order.
        Map<Long, Webhook.Status> all = webhooks.list(owner).stream()
                .collect(Collectors.toMap(status -> status.webhook().id(), Function.identity()));
        ListPage<Long> page = lists.webhooks(owner, query);
        return new Page<>(
                page.items().stream()
                        .map(all::get)
                        .filter(Objects::nonNull)
                        .map(status -> WebhookView.of(status, webhooks.arn(status.webhook())))
                        .toList(),
                ListPart.page(query, page, id -> id).next(),
                page.total());
    }

    @GetMapping("/{webhook}")
    @Operation(summary = "Show a webhook, and how deliveries go")
    ResponseEntity<WebhookView> get(@PathVariable String tenant, @PathVariable String webhook) {
        long id = id(webhook);
        Webhook.Status found = webhooks.list(existing(tenant)).stream()
                .filter(status -> status.webhook().id() == id)
                .findFirst()
                .orElseThrow(() -> unknown(webhook));
        // What is shown of it never changes, beside how deliveries go: its id is its revision.
        return EntityTags.answer(new Revised<>(WebhookView.of(found, webhooks.arn(found.webhook())), id));
    }

    @DeleteMapping("/{webhook}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(
            summary = "Delete a webhook with its undelivered events",
            description = "One that notification configurations of buckets name is not forgotten (409, OSE-2211).")
    void delete(
            @PathVariable String tenant,
            @PathVariable String webhook,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
        EntityTags.expected(ifMatch).require(id(webhook), "webhook", webhook);
        if (!webhooks.remove(Input.tenant(tenant), id(webhook))) {
            throw unknown(webhook);
        }
    }

    @PostMapping("/{webhook}/redeliver")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Deliver again the events that were given up, and immediately those that wait")
    void redeliver(@PathVariable String tenant, @PathVariable String webhook) {
        if (!webhooks.redeliver(Input.tenant(tenant), id(webhook))) {
            throw unknown(webhook);
        }
    }

    private TenantId existing(String tenant) {
        return provisioning.tenant(Input.tenant(tenant)).id();
    }

    private static long id(String text) {
        if (text.isEmpty() || text.length() > MAX_ID || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw unknown(text);
        }
        return Long.parseLong(text);
    }

    private static FailureException unknown(String webhook) {
        return new FailureException(
                new Failure.NotFound("webhook", webhook.substring(0, Math.min(webhook.length(), MAX_ID))));
    }
}
