package dev.ose.testkit.fast;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A fixture that starts a database, a platform or a node, or a test that takes as long for another reason. {@code
 * ./test fast} leaves out the test classes that have it, and those that use or extend a class that has it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface StartsServer {}
