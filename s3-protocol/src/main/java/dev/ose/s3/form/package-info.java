/**
 * Uploads by browser forms: the fields of a {@code multipart/form-data} body, where its file begins and ends, and the
 * policy that its sender was given. Pure: it is fed bytes and does no I/O.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-UsingHTTPPOST.html">Browser-based uploads</a>
 */
@NullMarked
package dev.ose.s3.form;

import org.jspecify.annotations.NullMarked;
