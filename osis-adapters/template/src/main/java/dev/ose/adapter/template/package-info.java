/**
 * An adapter to copy. The platform that it administers is imagined: a small REST API with tenants, users and keys. What
 * an adapter has to do around such an API is real, and passes the suite of broken platforms.
 */
@NullMarked
package dev.ose.adapter.template;

import org.jspecify.annotations.NullMarked;
