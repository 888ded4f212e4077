/**
 * The beans of a node, one configuration for each feature, and their order of creation. Contains no logic of features.
 */
@NullMarked
package dev.ose.server.app.config;

import org.jspecify.annotations.NullMarked;
