package dev.ose.s3.chunked;

import java.util.Objects;

/** Leaves the middle of a body with what is wrong with it; it never crosses the package and has no stack trace. */
final class Fault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient ChunkedFault fault;

    Fault(ChunkedFault fault) {
        super(null, null, false, false);
        this.fault = fault;
    }

    ChunkedFault fault() {
        return Objects.requireNonNull(fault);
    }
}
