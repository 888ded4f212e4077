/**
 * Object bytes on disk: files named by random ids, written once, synced before they are named, and deleted only after
 * their last reader. It knows nothing of keys, so no key can name a path.
 */
@NullMarked
package dev.ose.adapter.embedded.file;

import org.jspecify.annotations.NullMarked;
