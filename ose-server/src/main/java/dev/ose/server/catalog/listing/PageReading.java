package dev.ose.server.catalog.listing;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.listing.ListingTables.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one page. After a common prefix the read skips to the end of that prefix, so that the prefix costs the same
 * however many keys it has.
 *
 * <p>Doubtful keys are skipped at first. A doubtful key makes the page uncertain if it would appear on it: not after
 * the page's end, and not below a common prefix that other keys prove.
 */
final class PageReading {

    /** Maximum number of doubtful keys compared with the page; nothing is certain beyond the last of them. */
    private static final int MAX_DOUBTS = 1_000;

    /** Reads of some 100 rows and a segment or two each: together a fraction of a second. */
    private static final int MAX_READS = 250;

    /** Size of a read after a common prefix: mostly the next prefix follows. */
    private static final int FEW = 32;

    private final Moment moment;
    private final ListingRequest question;
    private final List<Entry> entries = new ArrayList<>();
    private List<String> doubts = List.of();

    /** One entry of the page; one more than the limit proves that there is more. */
    private record Entry(String text, @Nullable IndexedObject object) {}

    private PageReading(Moment moment, ListingRequest question) {
        this.moment = moment;
        this.question = question;
    }

    /** Reads the page; empty if only the platform can answer. */
    static Optional<ObjectPage> read(Moment moment, ListingRequest question) {
        PageReading reading = new PageReading(moment, question);
        Optional<KeyRange> range = question.range().filter(each -> !isEmpty(each));
        return range.isEmpty() || reading.read(range.get()) ? Optional.of(reading.page()) : Optional.empty();
    }

    private static boolean isEmpty(KeyRange range) {
        return range.below()
                .filter(end -> ObjectKey.compareUtf8(range.from(), end) >= 0)
                .isPresent();
    }

    private boolean read(KeyRange range) {
        doubts = moment.doubts(range, MAX_DOUBTS);
        Set<String> doubtful = Set.copyOf(doubts);
        Optional<KeyRange> rest = Optional.of(range);
        int size = question.delimiter().isEmpty() ? most() : Math.min(most(), FEW);
        for (int reads = 0; rest.isPresent() && entries.size() < most(); reads++) {
            List<IndexedObject> objects = moment.objects(rest.get(), size);
            if (reads == MAX_READS || objects.stream().anyMatch(PageReading::isVersioned)) {
                return false;
            }
            objects.stream()
                    .filter(each -> !doubtful.contains(each.key().value()))
                    .forEach(this::add);
            rest = objects.size() < size ? Optional.empty() : behind(objects.getLast(), range);
            size = isInLastGroup(objects) ? Math.min(most(), FEW) : Math.min(most(), 2 * size);
        }
        return isCertain();
    }

    private int most() {
        return question.limit() + 1;
    }

    /** Older versions are not listed from rows; versioned buckets are left to the platform. */
    private static boolean isVersioned(IndexedObject object) {
        return object.facts().versionId() != null;
    }

    private void add(IndexedObject object) {
        String key = object.key().value();
        Optional<String> group = question.group(key);
        boolean isKnown = group.filter(this::isLast).isPresent();
        if (!isKnown && entries.size() < most()) {
            entries.add(new Entry(group.orElse(key), group.isPresent() ? null : object));
        }
    }

    private boolean isLast(String group) {
        return !entries.isEmpty() && entries.getLast().text().equals(group);
    }

    private boolean isInLastGroup(List<IndexedObject> objects) {
        return !objects.isEmpty()
                && question.group(objects.getLast().key().value())
                        .filter(this::isLast)
                        .isPresent();
    }

    private Optional<KeyRange> behind(IndexedObject last, KeyRange range) {
        Position end = question.group(last.key().value())
                .filter(this::isLast)
                .map(group -> new Position(group, true))
                .orElseGet(() -> new Position(last.key().value(), false));
        return end.behind().map(range::and);
    }

    private boolean isCertain() {
        List<Entry> shown = shown();
        String end = shown.isEmpty() ? "" : shown.getLast().text();
        boolean hasEnd = shown.size() < entries.size();
        boolean areAllDoubtsKnown =
                doubts.size() < MAX_DOUBTS || (hasEnd && ObjectKey.compareUtf8(end, doubts.getLast()) < 0);
        Set<String> certain = Set.copyOf(shown.stream().map(Entry::text).toList());
        return areAllDoubtsKnown
                && doubts.stream()
                        .map(key -> question.group(key).orElse(key))
                        .allMatch(
                                place -> certain.contains(place) || (hasEnd && ObjectKey.compareUtf8(place, end) > 0));
    }

    private List<Entry> shown() {
        return entries.subList(0, Math.min(entries.size(), question.limit()));
    }

    private ObjectPage page() {
        List<IndexedObject> objects = new ArrayList<>();
        List<String> prefixes = new ArrayList<>();
        for (Entry each : shown()) {
            if (each.object() == null) {
                prefixes.add(each.text());
            } else {
                objects.add(each.object());
            }
        }
        boolean hasEnd = entries.size() > question.limit();
        return new ObjectPage(
                objects,
                prefixes,
                hasEnd
                        ? Optional.of(new Position(
                                shown().getLast().text(), shown().getLast().object() == null))
                        : Optional.empty());
    }
}
