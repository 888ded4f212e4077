/**
 * Bodies in {@code aws-chunked} framing: decoding, verification of signatures and trailers, and plain encoding. Pure
 * transformers of byte buffers: they do no I/O and hold no more than one line.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html">Chunked uploads</a>
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html">Trailing headers</a>
 */
@NullMarked
package dev.ose.s3.chunked;

import org.jspecify.annotations.NullMarked;
