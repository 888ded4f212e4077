/**
 * XML as bytes, without a tree: an appender that writes what S3 clients expect, a reader hardened against hostile
 * documents, and a filter that replaces texts in a document that passes through. It knows no S3 document and no S3
 * error; that is the business of {@code dev.ose.s3.document}.
 */
@NullMarked
package dev.ose.s3.xml;

import org.jspecify.annotations.NullMarked;
