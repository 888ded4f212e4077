/**
 * What S3 says when it refuses: the catalogue of error codes, an error with its facts, and the document that carries
 * it. It decides nothing; who finds the fault makes the value, and one place renders it.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html">Error responses</a>
 */
@NullMarked
package dev.ose.s3.error;

import org.jspecify.annotations.NullMarked;
