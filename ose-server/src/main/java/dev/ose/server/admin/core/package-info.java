/**
 * The part of the management API of VMware's Object Storage Extension that scripts made for it use, with its paths, its
 * documents and its pages by offset. Translates calls of the admin API; has no rule of its own about who may do what.
 */
@NullMarked
package dev.ose.server.admin.core;

import org.jspecify.annotations.NullMarked;
