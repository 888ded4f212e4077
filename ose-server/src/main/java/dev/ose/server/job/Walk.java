package dev.ose.server.job;

/** A way through a bucket, in steps that may be taken again after the death of a node. Blocks. */
interface Walk {

    /** Deals with some entries after the position. */
    JobStep step(JobSite site, JobClaim claim, JobPosition position);
}
