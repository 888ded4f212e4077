/**
 * The part of AWS IAM and STS that tenants use for themselves: keys, policies, roles and sessions. Owns the actions and
 * their documents; independent of transport and authentication.
 *
 * @see <a href="https://docs.aws.amazon.com/IAM/latest/APIReference/welcome.html">IAM API reference</a>
 * @see <a href="https://docs.aws.amazon.com/STS/latest/APIReference/welcome.html">STS API reference</a>
 */
@NullMarked
package dev.ose.server.iam;

import org.jspecify.annotations.NullMarked;
