/**
 * Object bytes on disk: files named by random ids, written once, synced before they are named, and deleted only after
 * their last reader. Knows nothing of object keys, so none can name a path. Encrypts files on request, each with a key
 * of its own, which the installation's key file encrypts.
 */
@NullMarked
package dev.ose.adapter.embedded.file;

import org.jspecify.annotations.NullMarked;
