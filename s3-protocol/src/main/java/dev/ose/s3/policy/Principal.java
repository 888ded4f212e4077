package dev.ose.s3.policy;

/** Somebody as a policy names him. */
public record Principal(String name) {

    /** The one that stands for everybody. */
    public static final String EVERYBODY = "*";
}
