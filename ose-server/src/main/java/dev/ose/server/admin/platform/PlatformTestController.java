package dev.ose.server.admin.platform;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.adapter.Capability;
import dev.ose.server.admin.json.Input;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.platform.probe.AttachedPlatforms;
import dev.ose.server.platform.probe.PlatformTest;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Whether platforms can be used, and what tenants can do on theirs, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin")
@Tag(name = "Platform")
public class PlatformTestController {

    private final AttachedPlatforms platforms;
    private final PlatformTest test;
    private final Provisioning provisioning;
    private final PlatformDirectory directory;

    public PlatformTestController(
            AttachedPlatforms platforms, PlatformTest test, Provisioning provisioning, PlatformDirectory directory) {
        this.platforms = platforms;
        this.test = test;
        this.provisioning = provisioning;
        this.directory = directory;
    }

    /**
     * The result of a step.
     *
     * @param verdict {@code SKIPPED} if it is not applicable, or if a step before failed
     * @param remedy absent if nothing is to be done
     * @param millis how long the step took; absent if it failed before an answer
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "PlatformTestRow")
    record RowView(
            String name,
            PlatformTest.Verdict verdict,
            String detail,
            @Nullable String remedy,
            @Nullable Long millis) {

        static RowView of(PlatformTest.Row row) {
            return new RowView(
                    row.name(),
                    row.verdict(),
                    row.detail(),
                    row.remedy(),
                    row.took() == null ? null : row.took().toMillis());
        }
    }

    /**
     * The result of a test.
     *
     * @param usable whether no step failed
     */
    @Schema(name = "PlatformTestResult")
    record ResultView(boolean usable, List<RowView> rows) {}

    @PostMapping("/platforms/{platform}/test")
    @Operation(
            summary = "Test from this node whether a platform can be used",
            description =
                    "Name, address, certificate, login, S3 and clock, each with how long it took. Changes nothing;"
                            + " takes up to a minute if the platform does not answer.")
    ResultView test(@PathVariable String platform) {
        Platform found = platforms
                .named(platform)
                .orElseThrow(() -> new FailureException(new Failure.NotFound("platform", platform)));
        List<PlatformTest.Row> rows = test.run(found);
        return new ResultView(
                rows.stream().noneMatch(row -> row.verdict() == PlatformTest.Verdict.FAILED),
                rows.stream().map(RowView::of).toList());
    }

    /**
     * What a platform offers.
     *
     * @param missing what OSE knows and the platform lacks; requests for it are answered NotImplemented
     */
    @Schema(name = "Capabilities")
    record CapabilitiesView(List<Capability> capabilities, List<Capability> missing) {}

    @GetMapping("/tenants/{tenant}/capabilities")
    @Operation(summary = "Show what the platform of a tenant offers, as requests are decided by now")
    CapabilitiesView capabilities(@PathVariable String tenant) {
        Platform platform =
                directory.get(provisioning.tenant(Input.tenant(tenant)).platform());
        return new CapabilitiesView(
                Arrays.stream(Capability.values()).filter(platform::offers).toList(),
                Arrays.stream(Capability.values())
                        .filter(it -> !platform.offers(it))
                        .toList());
    }
}
