/**
 * The beans of a node, one configuration for each feature, and the order in which they are made. Decides nothing that a
 * feature could decide.
 */
@NullMarked
package dev.ose.server.app.config;

import org.jspecify.annotations.NullMarked;
