package dev.ose.server.admin.bucket;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.admin.json.EntityTags;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.bucket.CorsPolicy;
import dev.ose.server.bucket.CorsPolicyStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Which pages may use S3 whatever the rules of buckets say, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/cors")
@Tag(name = "CORS")
public class CorsController {

    private static final int MAX_ORIGINS = 100;

    /** As browsers write it: lower case, without the scheme's own port, and a port of at least 1. */
    private static final Pattern ORIGIN =
            Pattern.compile("https?://([a-z0-9]([a-z0-9._-]{0,252})|\\[[0-9a-f:.]{2,45}\\])(:[1-9][0-9]{0,4})?");

    private final CorsPolicyStore store;

    public CorsController(CorsPolicyStore store) {
        this.store = store;
    }

    /**
     * Which pages may use S3 whatever the rules of buckets say.
     *
     * @param origins such as https://app.example.com; kept without effect unless the mode is {@code LISTED_ORIGINS}
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "CorsPolicy")
    record PolicyDocument(
            @Required CorsPolicy.@Nullable Mode mode,
            @Nullable List<String> origins) {

        static PolicyDocument of(CorsPolicy policy) {
            return new PolicyDocument(
                    policy.mode(), policy.origins().stream().sorted().toList());
        }

        /** Fails with {@code Invalid}. */
        CorsPolicy policy() {
            CorsPolicy.Mode wanted = Input.required("mode", mode);
            List<String> given = origins == null ? List.of() : Input.each("origins", origins);
            if (given.size() > MAX_ORIGINS || (wanted == CorsPolicy.Mode.LISTED_ORIGINS && given.isEmpty())) {
                throw invalid("must have 1 to " + MAX_ORIGINS + " origins");
            }
            Set<String> checked = new TreeSet<>();
            for (String origin : given) {
                if (!ORIGIN.matcher(origin).matches() || isUsualPort(origin)) {
                    throw invalid("must be origins as browsers send them, such as https://app.example.com or"
                            + " http://localhost:8080: lower case, without a path and without the scheme's own port");
                }
                checked.add(origin);
            }
            return new CorsPolicy(wanted, checked);
        }

        private static boolean isUsualPort(String origin) {
            return origin.startsWith("https:") ? origin.endsWith(":443") : origin.endsWith(":80");
        }

        private static FailureException invalid(String rule) {
            return new FailureException(new Failure.Invalid("origins", rule));
        }
    }

    @GetMapping
    @Operation(summary = "Show which pages may use S3 whatever the rules of buckets say")
    ResponseEntity<PolicyDocument> get() {
        return EntityTags.answer(store.get().map(PolicyDocument::of));
    }

    @PutMapping
    @Operation(
            summary = "Set which pages may use S3 whatever the rules of buckets say",
            description = "In force on all nodes within seconds. Signatures, policies and ACLs decide as before: a page"
                    + " gets no rights by its origin.")
    ResponseEntity<PolicyDocument> put(
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody PolicyDocument wanted) {
        store.put(wanted.policy(), EntityTags.expected(ifMatch));
        return get();
    }
}
