/**
 * Object Lock: what keeps a version of an object from being deleted, and for how long. Owns the rules by which a
 * retention may be changed; pure, and refuses to know where versions are kept.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock.html">Locking objects with Object
 *     Lock</a>
 */
@NullMarked
package dev.ose.s3.lock;

import org.jspecify.annotations.NullMarked;
