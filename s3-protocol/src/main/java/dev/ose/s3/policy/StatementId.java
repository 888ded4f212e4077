package dev.ose.s3.policy;

/**
 * Which statement of a policy it is.
 *
 * @param position from 1, in the order of the document
 * @param sid its {@code Sid}; empty if it has none
 */
public record StatementId(int position, String sid) {}
