/** Names that S3 gives to things: buckets, keys, versions, uploads. Values that check themselves; nothing here acts. */
@NullMarked
package dev.ose.s3;

import org.jspecify.annotations.NullMarked;
