/**
 * Lifecycle rules: which object, version, delete marker or upload goes at what moment. Pure; owns what rules mean, and
 * refuses to know how they are written or who carries them out.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/intro-lifecycle-rules.html">Lifecycle
 *     configuration elements</a>
 */
@NullMarked
package dev.ose.s3.lifecycle;

import org.jspecify.annotations.NullMarked;
