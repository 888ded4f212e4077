import type { components } from "../../api/schema";
import { type Context, tenantOf } from "../../context";

/** A bucket with its settings, as the caller may see them. */
export type BucketFacts = components["schemas"]["BucketView"];
export type Capability = components["schemas"]["Capability"];

/**
 * What is known of a bucket; undefined if it cannot be read. It only decides what is offered: S3 decides what is done, so
 * that a page works without it.
 */
export async function factsOf(ctx: Context, bucket: string, signal: AbortSignal): Promise<BucketFacts | undefined> {
  if (!ctx.can("GetBucket")) {
    return undefined;
  }
  const call = { params: { tenant: tenantOf(ctx), bucket }, signal };
  try {
    return await ctx.api.get<BucketFacts>("/api/v1/admin/tenants/{tenant}/buckets/{bucket}", call);
  } catch {
    return undefined;
  }
}

/** Whether the platform is known to lack a capability, or not to have a part of the bucket's settings. */
export function lacks(facts: BucketFacts | undefined, capability: Capability | undefined, part?: string): boolean {
  if (facts === undefined) {
    return false;
  }
  const hasNot = capability !== undefined && !facts.capabilities.includes(capability);
  return hasNot || (part !== undefined && facts.notOffered.includes(part));
}

/** Whether the bucket is of another tenant: such guests change none of its settings. */
export function isGuest(facts: BucketFacts | undefined): boolean {
  return facts !== undefined && facts.owner === undefined;
}
