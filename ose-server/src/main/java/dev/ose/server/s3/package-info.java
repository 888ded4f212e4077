/**
 * S3 as clients see it: one pipeline that parses, authenticates, authorises, performs and renders each request. Owns
 * which headers and elements cross to a platform and back; refuses sockets and SQL.
 */
@NullMarked
package dev.ose.server.s3;

import org.jspecify.annotations.NullMarked;
