/**
 * An adapter to copy. The platform that it administers is imagined: a small REST API with tenants, users and keys. The
 * adapter around it is complete and passes the suite of broken platforms.
 */
@NullMarked
package dev.ose.adapter.template;

import org.jspecify.annotations.NullMarked;
