package dev.ose.adapter;

/** An S3 key pair of a platform user, with which OSE signs what it sends on that user's behalf. */
public record PlatformKey(String accessKey, Secret secretKey) {}
