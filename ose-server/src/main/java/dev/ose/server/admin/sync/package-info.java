/**
 * How changes that were made on the platform directly get here: runs of comparison in the admin API, and notifications
 * that platforms send. Owns how notifications are authenticated and read.
 */
@NullMarked
package dev.ose.server.admin.sync;

import org.jspecify.annotations.NullMarked;
