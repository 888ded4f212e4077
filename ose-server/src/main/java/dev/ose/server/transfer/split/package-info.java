/**
 * Stores the body of one upload, or the copy of one object, by parallel parts of a multipart upload. Owns the parts in
 * memory, their number at a time and their repetition; knows neither S3's operations nor what becomes of the parts.
 */
@NullMarked
package dev.ose.server.transfer.split;

import org.jspecify.annotations.NullMarked;
