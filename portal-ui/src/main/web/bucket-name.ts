import { t } from "./i18n";

/** What S3 forbids in the name of a bucket, or nothing. */
export function checkBucketName(name: string): string | undefined {
  const isRight =
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) &&
    !name.includes("..") &&
    !/^\d+\.\d+\.\d+\.\d+$/.test(name) &&
    !/^(xn--|sthree-|amzn-s3-demo-)/.test(name) &&
    !/(-s3alias|--ol-s3|--x-s3|\.mrap)$/.test(name);
  return isRight ? undefined : t("buckets.name.help");
}
