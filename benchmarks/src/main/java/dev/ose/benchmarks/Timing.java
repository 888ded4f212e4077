package dev.ose.benchmarks;

import java.time.Duration;

/**
 * How long and how often is measured.
 *
 * @param rounds how often each server is measured under each workload, taking turns
 * @param window of one measurement
 * @param warmUp the least time under load before the first measurement of a server that needs it
 */
public record Timing(int rounds, Duration window, Duration warmUp) {}
