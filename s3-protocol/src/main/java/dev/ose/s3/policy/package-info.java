/**
 * The language of <a href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html">IAM
 * policies</a>, as far as it limits what a credential may do: reads documents and decides requests. Refuses to know
 * whose policy it is, or which action a request needs. What it does not understand never widens access.
 */
@NullMarked
package dev.ose.s3.policy;

import org.jspecify.annotations.NullMarked;
