/**
 * Lifecycle rules: when an object, version, delete marker or upload is to be removed. Owns the semantics of rules;
 * knows neither their documents nor their execution.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/intro-lifecycle-rules.html">Lifecycle
 *     configuration elements</a>
 */
@NullMarked
package dev.ose.s3.lifecycle;

import org.jspecify.annotations.NullMarked;
