package dev.ose.server.admin.platform;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformCapacity;
import dev.ose.adapter.PlatformInfo;
import dev.ose.server.admin.json.Page;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.capacity.CapacityReaders;
import dev.ose.server.platform.capacity.CapacityReading;
import dev.ose.server.platform.probe.AttachedPlatforms;
import dev.ose.server.platform.probe.CheckResult;
import dev.ose.server.platform.probe.ProbeRecord;
import dev.ose.server.platform.probe.ProbeStore;
import dev.ose.server.platform.probe.ProbedPlatform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Platforms and what they can do, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/platforms")
@Tag(name = "Platform")
public class PlatformController {

    private final Provisioning provisioning;
    private final AttachedPlatforms platforms;
    private final ProbeStore probes;
    private final CapacityReaders capacities;

    public PlatformController(
            Provisioning provisioning, AttachedPlatforms platforms, ProbeStore probes, CapacityReaders capacities) {
        this.provisioning = provisioning;
        this.platforms = platforms;
        this.probes = probes;
        this.capacities = capacities;
    }

    /**
     * The state and result of a probe.
     *
     * @param state {@code WAITING} for a node, {@code RUNNING}, {@code DONE}, or {@code NEVER} probed
     * @param endpoint the platform's endpoint at the probe
     * @param version the platform's version at the probe
     * @param results by capability
     * @param problem problems with answers or with the clean-up
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    record ProbeView(
            String state,
            @Nullable Instant requestedAt,
            @Nullable Instant finishedAt,
            @Nullable String endpoint,
            @Nullable String version,
            Map<Capability, CheckResult> results,
            String problem) {

        static ProbeView of(ProbeRecord kept) {
            ProbedPlatform subject = kept.subject();
            return new ProbeView(
                    state(kept),
                    kept.requestedAt(),
                    kept.finishedAt(),
                    subject == null ? null : subject.endpoint().toString(),
                    subject == null ? null : subject.version(),
                    kept.findings().results(),
                    kept.findings().problem());
        }

        private static String state(ProbeRecord kept) {
            if (kept.running()) {
                return "RUNNING";
            }
            if (kept.requestedAt() != null) {
                return "WAITING";
            }
            return kept.finishedAt() == null ? "NEVER" : "DONE";
        }
    }

    /**
     * How much a platform can store, in bytes of its own media.
     *
     * @param state {@code CURRENT}; {@code STALE} if the figures are older because later attempts failed or wait;
     *     {@code UNKNOWN} without figures, because the platform does not report them or did not answer yet
     * @param readAt when the platform last answered this node; absent if it never did
     * @param problem code of the failure of the newest attempt; absent if the platform answered
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @Schema(name = "PlatformCapacity")
    record CapacityView(
            CapacityReading.State state,
            @Nullable Long totalBytes,
            @Nullable Long usedBytes,
            @Nullable Long availableBytes,
            @Nullable Instant readAt,
            String problem) {

        static CapacityView of(CapacityReading reading) {
            PlatformCapacity known = reading.capacity();
            return new CapacityView(
                    reading.state(),
                    known == null ? null : known.totalBytes(),
                    known == null ? null : known.usedBytes(),
                    known == null ? null : known.availableBytes(),
                    reading.readAt(),
                    reading.problem());
        }
    }

    /**
     * A platform.
     *
     * @param capabilities by which requests are decided on this node now
     * @param capacity as this node read it
     */
    record PlatformView(
            String name,
            String kind,
            String version,
            String s3Endpoint,
            String region,
            List<String> capabilities,
            List<String> quirks,
            CapacityView capacity,
            ProbeView probe) {}

    @GetMapping
    @Operation(summary = "List the platforms")
    Page<PlatformView> list() {
        return new Page<>(
                platforms.all().stream()
                        .map(it -> view(it, probes.open(it.id())))
                        .toList(),
                null);
    }

    @GetMapping("/{platform}")
    @Operation(summary = "Show a platform, what it can do, and what came of trying")
    PlatformView get(@PathVariable String platform) {
        Platform found = find(platform);
        return view(found, probes.open(found.id()));
    }

    @GetMapping("/{platform}/console")
    @Operation(summary = "Where a platform is looked after in a browser")
    ConsoleView console(@PathVariable String platform) {
        return new ConsoleView(provisioning.console(find(platform).id()));
    }

    @PostMapping("/{platform}/probe")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            summary = "Probe again what a platform supports",
            description = "Answers at once; a node tries within seconds, in buckets of its own that it removes.")
    PlatformView probe(@PathVariable String platform) {
        Platform found = find(platform);
        return view(found, probes.request(found.id()));
    }

    private Platform find(String name) {
        return platforms.named(name).orElseThrow(() -> new FailureException(new Failure.NotFound("platform", name)));
    }

    private PlatformView view(Platform platform, ProbeRecord kept) {
        PlatformInfo info = platforms.info(platform.id());
        return new PlatformView(
                platform.name(),
                info.kind(),
                info.version(),
                platform.s3Endpoint().toString(),
                platform.region(),
                names(platform.capabilities()),
                names(platform.quirks()),
                CapacityView.of(capacities.reading(platform.id())),
                ProbeView.of(kept));
    }

    private static <E extends Enum<E>> List<String> names(Collection<E> values) {
        return values.stream().map(Enum::name).sorted().toList();
    }
}
