/**
 * AWS Signature Version 4 in both directions: what a client claims, whether its signature holds, and the signature we
 * put on a request to a platform. Everything here is pure computation on the bytes of the request, carried as
 * ISO-8859-1 characters; there is no I/O, no clock and no key storage. The framing of signed chunks and the rights of a
 * verified caller are decided elsewhere. Signatures of the older Version 2 are read here too; the caller decides
 * whether they are accepted.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html">Authenticating
 *     Requests (AWS Signature Version 4)</a>
 */
@NullMarked
package dev.ose.s3.sigv4;

import org.jspecify.annotations.NullMarked;
