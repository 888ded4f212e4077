/**
 * Parsing of requests: from the raw target, Host, query and a few headers to one value of a closed set of operations,
 * or to an S3 error. Pure and total functions; nothing authenticates, authorises or acts. The raw path is decoded once,
 * here and nowhere else, and a copy source by the same decoder.
 *
 * <p>Each fact has one source: the address states bucket and key, the query each argument once, the copy source the
 * whole source; a request that states a fact again with another value is refused. {@link RequestParameters} and {@link
 * RepeatedHeaders} list what must not be repeated.
 */
@NullMarked
package dev.ose.s3.operation;

import org.jspecify.annotations.NullMarked;
