package dev.ose.s3.lifecycle;

import java.time.Instant;

/** The action of a rule on current versions and on delete markers without older versions. */
public sealed interface Expiration {

    /** So many days after the object was made; positive. */
    record AfterDays(int days) implements Expiration {}

    /** From a midnight on, objects that are made later included. */
    record OnDate(Instant midnight) implements Expiration {}

    /** Delete markers alone, as soon as no version is behind them. */
    record OfMarkers(boolean isOn) implements Expiration {}
}
