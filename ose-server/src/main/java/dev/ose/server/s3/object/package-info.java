/**
 * Operations on objects whose bytes are streamed: reads, writes, parts, copies, forms and framed bodies. Runs on I/O
 * threads; blocks nowhere.
 */
@NullMarked
package dev.ose.server.s3.object;

import org.jspecify.annotations.NullMarked;
