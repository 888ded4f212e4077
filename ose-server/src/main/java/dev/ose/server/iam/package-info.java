/**
 * The part of AWS's IAM and STS that tenants use for themselves: their keys, their policies, and sessions. Owns the
 * actions and their documents; refuses to know how a request came and how it was proven.
 *
 * @see <a href="https://docs.aws.amazon.com/IAM/latest/APIReference/welcome.html">IAM API reference</a>
 * @see <a href="https://docs.aws.amazon.com/STS/latest/APIReference/welcome.html">STS API reference</a>
 */
@NullMarked
package dev.ose.server.iam;

import org.jspecify.annotations.NullMarked;
