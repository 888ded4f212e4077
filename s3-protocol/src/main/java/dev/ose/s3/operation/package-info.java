/**
 * What a request asks for: from the raw target, Host, query and a few headers to one value of a closed set of
 * operations, or to the error that S3 answers. Everything here is a pure and total function; nothing authenticates,
 * authorises or acts. The raw path is decoded once, here and nowhere else, and a copy source by the same decoder.
 */
@NullMarked
package dev.ose.s3.operation;

import org.jspecify.annotations.NullMarked;
