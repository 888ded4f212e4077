/**
 * What a node is before Spring: its database and platform, its bond to a keeper, and what an operator is told of a
 * start that failed. Refuses to know beans.
 */
@NullMarked
package dev.ose.server.app.boot;

import org.jspecify.annotations.NullMarked;
