package dev.ose.server.s3.relay;

import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.accounting.upload.SplitUploads;
import dev.ose.server.accounting.upload.UploadTracker;
import dev.ose.server.catalog.label.LabelNotes;
import dev.ose.server.job.BulkDeletions;
import dev.ose.server.ledger.ObjectLedger;

/** The services of operations that write objects. */
public record ObjectServices(
        ObjectLedger ledger,
        UploadTracker uploads,
        SplitUploads splits,
        QuotaService quotas,
        LabelNotes labels,
        BulkDeletions deletions) {}
