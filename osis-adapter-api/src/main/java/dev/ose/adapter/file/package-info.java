/**
 * How the product makes the files that are its own: for one account, and through no symbolic link. It is here because
 * keeper, node and adapters all make some. Knows nothing of what the files hold.
 */
@NullMarked
package dev.ose.adapter.file;

import org.jspecify.annotations.NullMarked;
