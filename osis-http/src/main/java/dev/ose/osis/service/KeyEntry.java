package dev.ose.osis.service;

/**
 * A key pair in the directory: whose it is, and not its secret.
 *
 * @param createdAt when we learnt of it, as ISO 8601
 */
record KeyEntry(String accessKey, String tenantId, String userId, String createdAt) {}
