package dev.ose.server.job;

/** The id of a job; later jobs have greater ones. */
public record JobId(long value) {

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
