/**
 * How users of the management API reach S3: with their login, and with links and temporary credentials that they get
 * for it. Owns what a login is worth there; refuses to authorise requests of S3.
 */
@NullMarked
package dev.ose.server.admin.s3;

import org.jspecify.annotations.NullMarked;
