/**
 * The failures of OSE, as values with their facts. Status codes and texts for clients belong to the two renderers at
 * the edge; exceptions of libraries are translated where they appear.
 */
@NullMarked
package dev.ose.server.runtime.failure;

import org.jspecify.annotations.NullMarked;
