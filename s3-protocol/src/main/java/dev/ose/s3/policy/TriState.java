package dev.ose.s3.policy;

import java.util.List;
import java.util.function.Function;

/** A three-valued result; {@code UNKNOWN} must never widen access. */
enum TriState {
    YES,
    NO,
    UNKNOWN;

    static TriState of(boolean holds) {
        return holds ? YES : NO;
    }

    TriState not() {
        return switch (this) {
            case YES -> NO;
            case NO -> YES;
            case UNKNOWN -> UNKNOWN;
        };
    }

    TriState and(TriState other) {
        if (this == NO || other == NO) {
            return NO;
        }
        return this == YES ? other : UNKNOWN;
    }

    /** Whether it holds for at least one of them. */
    static <T> TriState any(List<T> all, Function<T, TriState> holds) {
        return every(all, each -> holds.apply(each).not()).not();
    }

    /** Whether it holds for each of them. */
    static <T> TriState every(List<T> all, Function<T, TriState> holds) {
        TriState truth = YES;
        for (T each : all) {
            truth = truth.and(holds.apply(each));
            if (truth == NO) {
                return NO;
            }
        }
        return truth;
    }
}
