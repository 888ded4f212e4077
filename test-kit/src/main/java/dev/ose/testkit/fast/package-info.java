/** Which tests {@code ./test fast} runs. Owns the choice; refuses to run them, which JUnit does. */
@NullMarked
package dev.ose.testkit.fast;

import org.jspecify.annotations.NullMarked;
