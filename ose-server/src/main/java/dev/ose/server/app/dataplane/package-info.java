/**
 * The way of S3 requests, put together by hand from beans, and the listeners at its beginning.
 */
@NullMarked
package dev.ose.server.app.dataplane;

import org.jspecify.annotations.NullMarked;
