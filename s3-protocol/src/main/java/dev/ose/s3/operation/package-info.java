/**
 * What a request asks for: from the raw target, Host, query and a few headers to one value of a closed set of
 * operations, or to the error that S3 answers. Everything here is a pure and total function; nothing authenticates,
 * authorises or acts. The raw path is decoded once, here and nowhere else, and a copy source by the same decoder.
 *
 * <p>Each fact has one source. The address says the bucket and the key, the query says each argument once, the copy
 * source says all of what is copied; a request that states a fact again and otherwise is refused. {@link
 * RequestParameters} and {@link RepeatedHeaders} are the lists of what may not be repeated.
 */
@NullMarked
package dev.ose.s3.operation;

import org.jspecify.annotations.NullMarked;
