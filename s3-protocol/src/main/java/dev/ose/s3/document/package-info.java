/**
 * The XML documents of S3: those that a client sends are read strictly and refused with the error that S3 answers,
 * those that a client receives are written, and of a platform's answers just the facts that a gateway needs are read.
 * No document carries object data.
 */
@NullMarked
package dev.ose.s3.document;

import org.jspecify.annotations.NullMarked;
