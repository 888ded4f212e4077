package dev.ose.server.job;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.document.ListedObject;
import dev.ose.s3.document.ListingAnswer;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.EncodingType;
import dev.ose.s3.operation.ListingFilter;
import dev.ose.server.access.Decision;
import dev.ose.server.bucket.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lists the newest versions that a selection contains, a page at a time. Blocks. Thread-safe. */
final class ObjectPages {

    private final JobRequests requests;

    ObjectPages(JobRequests requests) {
        this.requests = requests;
    }

    /**
     * A page of objects.
     *
     * @param absent selected keys that are none of an object
     * @param last the last key that it is about
     * @param isMore whether there may be another page
     */
    record Page(List<ListedObject> objects, List<ObjectKey> absent, String last, boolean isMore) {

        Page {
            objects = List.copyOf(objects);
            absent = List.copyOf(absent);
        }

        JobPosition next(JobPosition position) {
            return isMore ? position.at(last, "") : JobPosition.start(JobPosition.Stage.OVER);
        }
    }

    /** The objects behind a key, from the first if it is empty. */
    Page read(JobSite site, JobSelection selection, String after, int limit) {
        if (selection.isOfKeys()) {
            return named(site, selection, after, limit);
        }
        ListingAnswer page = list(site, selection.prefix(), after, limit);
        boolean isMore = page.truncated() && !page.entries().isEmpty();
        String last = page.entries().isEmpty()
                ? after
                : page.entries().getLast().key().value();
        return new Page(page.entries(), List.of(), last, isMore);
    }

    private Page named(JobSite site, JobSelection selection, String after, int limit) {
        List<ObjectKey> keys = selection.after(after, limit);
        List<Optional<ListedObject>> found = Parallel.each(keys, key -> find(site, key));
        List<ObjectKey> absent = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            if (found.get(i).isEmpty()) {
                absent.add(keys.get(i));
            }
        }
        String last = keys.isEmpty() ? after : keys.getLast().value();
        return new Page(
                found.stream().flatMap(Optional::stream).toList(),
                absent,
                last,
                !selection.after(last, 1).isEmpty());
    }

    /** The object of exactly that key. */
    Optional<ListedObject> find(JobSite site, ObjectKey key) {
        return list(site, key.value(), "", 1).entries().stream()
                .filter(object -> object.key().equals(key))
                .findFirst();
    }

    private ListingAnswer list(JobSite site, String prefix, String after, int limit) {
        Bucket source = site.bucket();
        ListingFilter filter = new ListingFilter(prefix, "", limit, EncodingType.URL);
        Decision.Allow allow = site.require(new BucketOperation.ListObjects(source.name(), filter, after));
        return site.present(requests.listObjects(site.actor(source, allow), prefix, after, limit));
    }
}
