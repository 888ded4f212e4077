/**
 * What can go wrong, as values. Each case carries its facts; turning one into bytes is the business of the two
 * renderers at the edge. Refuses status codes, error texts for clients and other people's exceptions.
 */
@NullMarked
package dev.ose.server.runtime.failure;

import org.jspecify.annotations.NullMarked;
