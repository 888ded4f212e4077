package dev.ose.server.access;

import dev.ose.s3.operation.HeaderLookup;

/**
 * What a request says beside its operation, as far as policies may ask for it.
 *
 * @param headers its headers; of a form, its fields as the headers of the PUT that they stand for
 * @param sourceAddress the address that it came from, as a literal
 * @param isSecure whether it came over TLS
 */
public record RequestFacts(HeaderLookup headers, String sourceAddress, boolean isSecure) {}
