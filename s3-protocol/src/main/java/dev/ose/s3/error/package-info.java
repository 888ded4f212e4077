/**
 * S3's errors: the catalogue of codes, an error with its facts, and its document. The code that detects a fault creates
 * the value, and one place renders it.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html">Error responses</a>
 */
@NullMarked
package dev.ose.s3.error;

import org.jspecify.annotations.NullMarked;
