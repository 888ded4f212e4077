package dev.ose.server.sync;

import dev.ose.adapter.OwnChange;
import dev.ose.adapter.OwnChangeListener;
import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.accounting.upload.UploadQueue;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Takes the changes that a platform reports to have made by itself: keys are handled like notifications, and uploads
 * are queued for verification, so that rows, counters and quotas follow. A change only triggers a verification and
 * never determines a row. Blocks on the database.
 */
public final class PlatformChanges implements OwnChangeListener {

    private static final ChangeNotification.Said REMOVED = new ChangeNotification.Removed();

    private final PlatformId platform;
    private final BucketNotifications notifications;
    private final NotificationTables tables;
    private final UploadQueue uploads;

    public PlatformChanges(
            PlatformId platform, BucketNotifications notifications, NotificationTables tables, UploadQueue uploads) {
        this.platform = platform;
        this.notifications = notifications;
        this.tables = tables;
        this.uploads = uploads;
    }

    @Override
    public boolean take(List<OwnChange> changes) {
        List<ChangeNotification> removed = new ArrayList<>();
        List<OwnChange.UploadAborted> aborted = new ArrayList<>();
        for (OwnChange change : changes) {
            switch (change) {
                case OwnChange.ObjectChanged(String bucket, String key) ->
                    removed.add(new ChangeNotification(new BucketName(bucket), new ObjectKey(key), REMOVED));
                case OwnChange.UploadAborted upload -> aborted.add(upload);
            }
        }
        askFor(aborted);
        return takeRemoved(removed);
    }

    private boolean takeRemoved(List<ChangeNotification> removed) {
        try {
            notifications.take(platform, removed);
            return true;
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.Busy) {
                return false;
            }
            throw e;
        }
    }

    private void askFor(List<OwnChange.UploadAborted> aborted) {
        Set<BucketName> names =
                aborted.stream().map(each -> new BucketName(each.bucket())).collect(Collectors.toSet());
        if (names.isEmpty()) {
            return;
        }
        Map<BucketName, NotificationTables.Known> buckets = tables.buckets(platform, names);
        List<Upload> known = new ArrayList<>();
        for (OwnChange.UploadAborted each : aborted) {
            NotificationTables.Known bucket = buckets.get(new BucketName(each.bucket()));
            if (bucket != null) {
                known.add(new Upload(bucket.id(), new ObjectKey(each.key()), new UploadId(each.uploadId())));
            }
        }
        uploads.askFor(known);
    }
}
