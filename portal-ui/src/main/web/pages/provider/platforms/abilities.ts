import type { Platform } from "../../../api/types";

/** Something that platforms may be able to do. */
export interface Ability {
  name: string;
  /** Whether tenants are offered it. */
  isOffered: boolean;
  /** What came of trying; nothing if it was not tried. */
  tried: string | undefined;
}

/** What a platform is known to have or to lack, those first that it lacks, then by name. */
export function abilities({ capabilities, probe }: Pick<Platform, "capabilities" | "probe">): Ability[] {
  const offered = new Set(capabilities);
  const results = probe.results ?? {};
  const names = new Set([...capabilities, ...Object.keys(results)]);
  return [...names]
    .map((name) => ({ name, isOffered: offered.has(name), tried: results[name] }))
    .sort((a, b) => Number(a.isOffered) - Number(b.isOffered) || (a.name < b.name ? -1 : 1));
}
