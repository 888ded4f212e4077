/**
 * Writes the sources of {@code admin-client} from the OpenAPI document: a record for each schema, and a class with the
 * requests of each tag. A description that it does not understand fails the build. It is no part of what is installed.
 */
@NullMarked
package dev.ose.client.generator;

import org.jspecify.annotations.NullMarked;
