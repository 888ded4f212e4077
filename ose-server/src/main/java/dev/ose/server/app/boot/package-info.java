/**
 * The parts of a node outside of Spring: database and platform, the link to a keeper, and messages about a failed
 * start. Knows no beans.
 */
@NullMarked
package dev.ose.server.app.boot;

import org.jspecify.annotations.NullMarked;
