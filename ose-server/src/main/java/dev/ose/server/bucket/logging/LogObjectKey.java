package dev.ose.server.bucket.logging;

import dev.ose.s3.ObjectKey;
import dev.ose.server.tenant.CanonicalId;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Names the objects of access logs.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/ServerLogs.html#server-log-keyname-format">Log
 *     object key format</a>
 */
final class LogObjectKey {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd-HH-mm-ss", Locale.ROOT);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuuu/MM/dd/", Locale.ROOT);

    private LogObjectKey() {}

    static ObjectKey of(AccessLogBatch.Subject subject, CanonicalId owner, Instant now, RandomGenerator random) {
        ZonedDateTime delivery = now.atZone(ZoneOffset.UTC);
        String unique = HexFormat.of().withUpperCase().toHexDigits(random.nextLong());
        String prefix = subject.logging().prefix();
        return new ObjectKey(
                switch (subject.logging().format()) {
                    case UNSTATED, SIMPLE -> prefix + TIME.format(delivery) + '-' + unique;
                    case DELIVERY_TIME -> prefix + partition(subject, owner, delivery) + '-' + unique;
                    case EVENT_TIME -> {
                        LocalDate day = Objects.requireNonNull(subject.day());
                        yield prefix + partition(subject, owner, day.atStartOfDay(ZoneOffset.UTC)) + '-' + unique;
                    }
                });
    }

    private static String partition(AccessLogBatch.Subject subject, CanonicalId owner, ZonedDateTime time) {
        return owner.value()
                + '/'
                + subject.region()
                + '/'
                + subject.name().value()
                + '/'
                + DAY.format(time)
                + TIME.format(time);
    }
}
