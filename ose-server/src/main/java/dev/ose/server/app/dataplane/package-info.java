/** The pipeline of S3 requests, assembled from beans, and its listeners. */
@NullMarked
package dev.ose.server.app.dataplane;

import org.jspecify.annotations.NullMarked;
