package dev.ose.benchmarks.stage;

import dev.ose.benchmarks.Workload;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a stage of a small request may cost: what it cost when the budget was set, and a quarter more for the noise of
 * machines.
 *
 * @param timesNginx processor time, in units of what nginx takes for the whole request in the same run
 * @param bytes of memory that it may allocate
 */
record Budget(double timesNginx, int bytes) {

    /** The budget of a stage of a small download or upload; empty for another load. */
    static Optional<Budget> of(Stage stage, Workload workload) {
        return switch (workload.name()) {
            case "get-4k" -> Optional.of(ofDownload(stage));
            case "put-4k" -> Optional.of(ofUpload(stage));
            default -> Optional.empty();
        };
    }

    /** The sum of all stages. */
    static Optional<Budget> ofAll(Workload workload) {
        return Stream.of(Stage.values())
                .flatMap(stage -> of(stage, workload).stream())
                .reduce((a, b) -> new Budget(a.timesNginx + b.timesNginx, a.bytes + b.bytes));
    }

    private static Budget ofDownload(Stage stage) {
        return switch (stage) {
            case KERNEL -> new Budget(1.30, 0);
            case TLS -> new Budget(0, 0);
            case HTTP -> new Budget(0.80, 7_700);
            case FRAMING -> new Budget(0.08, 100);
            case ADDRESSING -> new Budget(0.10, 1_550);
            case VERIFICATION -> new Budget(0.28, 3_300);
            case AUTHORISATION -> new Budget(0.04, 600);
            case SIGNING -> new Budget(0.14, 3_150);
            case LEDGER -> new Budget(0.03, 110);
            case RECORDS -> new Budget(0.13, 1_850);
            case RELAY -> new Budget(0.32, 4_700);
            case REST -> new Budget(0.09, 120);
        };
    }

    private static Budget ofUpload(Stage stage) {
        return switch (stage) {
            case KERNEL -> new Budget(1.65, 0);
            case TLS -> new Budget(0, 0);
            case HTTP -> new Budget(0.95, 7_900);
            case FRAMING -> new Budget(0.11, 100);
            case ADDRESSING -> new Budget(0.14, 1_525);
            case VERIFICATION -> new Budget(0.33, 3_400);
            case AUTHORISATION -> new Budget(0.07, 610);
            case SIGNING -> new Budget(0.20, 3_375);
            case LEDGER -> new Budget(1.60, 10_400);
            case RECORDS -> new Budget(0.18, 1_900);
            case RELAY -> new Budget(0.49, 6_700);
            case REST -> new Budget(0.38, 130);
        };
    }
}
