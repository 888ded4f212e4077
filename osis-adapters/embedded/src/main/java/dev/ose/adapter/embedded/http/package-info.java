/**
 * The S3 service of the embedded platform: reads requests from its own loopback listener, verifies their signatures,
 * calls the store, and answers as S3 does. Holds no state of its own.
 */
@NullMarked
package dev.ose.adapter.embedded.http;

import org.jspecify.annotations.NullMarked;
