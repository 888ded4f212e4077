package dev.ose.server.admin.catalog;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.s3.BucketName;
import dev.ose.server.admin.json.Cursor;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.PageLimit;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.rsql.ObjectFilters;
import dev.ose.server.catalog.search.Filter;
import dev.ose.server.catalog.search.FoundObject;
import dev.ose.server.catalog.search.Glob;
import dev.ose.server.catalog.search.ObjectSearch;
import dev.ose.server.catalog.search.ObjectSearch.Position;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Search for objects, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/objects")
@Tag(name = "Objects")
public class SearchController {

    private static final int USUAL_PAGE = 100;

    /** By bucket, in the order of their ids, and by key: the only one there is. */
    private static final String ORDER = "key";

    private final Provisioning provisioning;
    private final ObjectSearch search;

    public SearchController(Provisioning provisioning, ObjectSearch search) {
        this.provisioning = provisioning;
        this.search = search;
    }

    /** Which part of what is found to show. */
    record Part(
            @Parameter(description = "In RSQL; everything if absent.") @Nullable
            String filter,

            @Parameter(description = "By key within each bucket.", schema = @Schema(allowableValues = "key")) @Nullable
            String order,

            @Parameter(description = "The next of the page before.") @Nullable
            String after,

            @PageLimit @Nullable Integer limit,

            @Parameter(description = "Refused if true: what is found is not counted.") @Nullable
            Boolean total) {

        void requireOrder() {
            if (order != null && !order.isEmpty() && !order.equals(ORDER)) {
                throw new FailureException(new Failure.Invalid("order", "may be " + ORDER + " only"));
            }
        }
    }

    @GetMapping
    @Operation(
            summary = "Find objects across the buckets of a tenant, or of a user who is no administrator",
            description =
                    "The filter is RSQL over bucket, etag, key, modified, owner and size, with * and ? in key, bucket"
                            + " and owner: key==logs/*;size=gt=1000000. In buckets whose labels are kept also over"
                            + " contentType,"
                            + " tag.<name> and meta.<name>: contentType==image/*;tag.project==x. A page may have fewer"
                            + " objects"
                            + " than asked for, or none, and still a next one: pass it as after.")
    FoundPage find(@PathVariable String tenant, @ParameterObject @ModelAttribute Part part) {
        part.requireOrder();
        Input.refuseTotal(part.total());
        int limit = Input.limit(part.limit(), USUAL_PAGE);
        Filter asked = ofCaller(ObjectFilters.read(Objects.requireNonNullElse(part.filter(), "")));
        Position from = position(Objects.requireNonNullElse(part.after(), ""));
        TenantId id = provisioning.tenant(Input.tenant(tenant)).id();
        ObjectSearch.Page page = search.find(id, asked, from, limit);
        return new FoundPage(
                page.found().stream().map(FoundView::of).toList(),
                page.next().map(SearchController::text).orElse(null),
                page.unlabelled().stream().map(BucketName::value).toList());
    }

    /** Names of users have no wildcards, and no two users of a tenant have the same. */
    private static Filter ofCaller(Filter asked) {
        return Logins.caller()
                .plainUser()
                .<Filter>map(it -> new Filter.All(List.of(new Filter.OwnerLike(new Glob(it.userName()), true), asked)))
                .orElse(asked);
    }

    /**
     * A page of what was found.
     *
     * @param next pass it as {@code after} to read on; absent on the last page
     * @param unlabelled buckets of this page, a hundred at most, whose labels the filter asks for although they are not
     *     kept, or not of all objects yet; absent if there are none
     */
    record FoundPage(
            List<FoundView> items,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String next,

            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> unlabelled) {}

    /** An object as the search shows it. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record FoundView(
            String bucket,
            String key,
            long size,
            Instant modified,
            String etag,
            String owner,
            @Nullable String versionId) {

        static FoundView of(FoundObject found) {
            return new FoundView(
                    found.bucket().name().value(),
                    found.key().value(),
                    found.facts().sizeBytes(),
                    found.facts().modifiedAt(),
                    found.facts().etag(),
                    found.bucket().owner(),
                    found.facts().versionId());
        }
    }

    private static String text(Position position) {
        return Cursor.encode(ORDER, List.of(Long.toString(position.bucketId()), position.key()));
    }

    /** Reveals nothing that its holder could not ask for: the tenant's buckets bound the search, whatever it holds. */
    private static Position position(String text) {
        if (text.isEmpty()) {
            return Position.START;
        }
        List<String> parts = Cursor.decode(ORDER, 2, text);
        if (!KeyRange.isPlace(parts.getLast())) {
            throw Cursor.wrong();
        }
        try {
            return new Position(Long.parseLong(parts.getFirst()), parts.getLast());
        } catch (NumberFormatException e) {
            throw Cursor.wrong();
        }
    }
}
