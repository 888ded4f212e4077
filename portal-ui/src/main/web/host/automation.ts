/**
 * The plug-in for VCF Automation 9.1: a container of module federation, as webpack's runtime expects remote ones. Angular and
 * the hooks come from the scope that the host shares.
 */
import type * as Core from "@angular/core";
import { componentOf, type Hooks } from "./component";

/** Versions of a shared package, by their numbers. */
type Versions = Record<string, { get: () => Promise<() => unknown> }>;

const MODULE = "./ObjectStorage";
let shared: Record<string, Versions> | undefined;

/** Called by the host before `get`, perhaps more than once. */
export function init(scope: Record<string, Versions>): void {
  shared ??= scope;
}

/** Loads what the manifest exposes. */
export async function get(module: string): Promise<() => unknown> {
  if (module !== MODULE) {
    throw new Error(`${module} is not exposed`);
  }
  const core = await newest<typeof Core>("@angular/core");
  const hooks = await newest<Hooks>("@vcfa/container-hooks");
  const ObjectStorageComponent = componentOf(core, hooks, true);
  const routes = [{ path: "**", component: ObjectStorageComponent }];
  return () => ({ ObjectStorageComponent, routes });
}

async function newest<T>(name: string): Promise<T> {
  const versions = Object.entries(shared?.[name] ?? {}).sort(([a], [b]) => b.localeCompare(a, "en", { numeric: true }));
  const found = versions[0]?.[1];
  if (!found) {
    throw new Error(`the host does not share ${name}`);
  }
  return (await found.get())() as T;
}
