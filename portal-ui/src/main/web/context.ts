import type { Api } from "./api/client";
import type { Me, Session } from "./api/types";
import type { Unsaved } from "./leaving";
import type { Route } from "./router";
import type { UploadQueue } from "./upload/queue";

/** What every part of the portal has at hand. */
export interface Context {
  api: Api;
  session: Session;
  me: Me;
  route: Route;
  /** The uploads of the user, which go on while pages change. */
  uploads: UploadQueue;
  /** The path below which the portal's addresses are. */
  base: string;
  /** Goes to another place; replaces the present one in the browser's history if asked. */
  go(path: string, query?: Record<string, string | undefined>, replace?: boolean): void;
  /** Changes what the present page shows. */
  show(changes: Record<string, string | undefined>, replace?: boolean): void;
  /** Has the user be asked before a part with unsaved changes is left, until the returned function is called. */
  guard(part: Unsaved): () => void;
  /** The address of a page of the portal. */
  href(path: string): string;
  toast(text: string, kind?: "done" | "error"): void;
  /** Whether the caller may ever do the operation of the management API. */
  can(operation: string): boolean;
  /**
   * Whether a token of the host proves who the caller is, as in Cloud Director. The node refuses to it what would
   * outlive it: passwords, second factors, tokens, administrators.
   */
  isByToken: boolean;
  /** Ends the session; with a reason that the sign-in page shows. */
  signOut(reason?: "signed-out" | "password-changed"): Promise<void>;
}

/** The tenant of a member. */
export function tenantOf(ctx: Context): string {
  return ctx.me.tenant ?? "";
}
