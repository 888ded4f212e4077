package dev.ose.osis.service;

/**
 * A key pair in the directory: its owner, without its secret.
 *
 * @param createdAt when it was recorded, as ISO 8601
 */
record KeyEntry(String accessKey, String tenantId, String userId, String createdAt) {}
