import type * as Core from "@angular/core";
import { mount } from "./mount";

/** What Cloud Director and VCF Automation inject into plug-ins. */
export interface Hooks {
  AuthTokenHolderService: unknown;
  EXTENSION_ASSET_URL: unknown;
  EXTENSION_ROUTE: unknown;
  SESSION_SCOPE: unknown;
  SESSION_ORG_ID: unknown;
}

interface TokenHolder {
  /** Of the newer sign-in; `token` is of the older one. */
  jwt?: string;
  token?: string;
}

export const SELECTOR = "ose-object-storage";
export const ROUTE = "object-storage";
const OPTIONAL = 8;

/**
 * The component of Angular that shows the portal, defined as Angular's compiler would: so it needs no compiler, and the
 * definition is the same for each version of Angular since 9.
 */
export function componentOf(core: typeof Core, hooks: Hooks, isStandalone: boolean): Core.Class {
  const injected = (token: unknown): string => {
    const value = token === undefined ? undefined : core.ɵɵdirectiveInject(token, OPTIONAL);
    return typeof value === "string" ? value : "";
  };
  return class ObjectStorageComponent {
    static readonly ɵfac = (): ObjectStorageComponent =>
      new ObjectStorageComponent(core.ɵɵdirectiveInject(core.ElementRef).nativeElement, core.ɵɵdirectiveInject(core.NgZone));
    static readonly ɵcmp = core.ɵɵdefineComponent({
      type: ObjectStorageComponent,
      selectors: [[SELECTOR]],
      standalone: isStandalone,
      decls: 0,
      vars: 0,
      template: () => undefined,
    });

    private readonly holder = core.ɵɵdirectiveInject(hooks.AuthTokenHolderService, OPTIONAL) as TokenHolder | null;
    private readonly host = {
      assets: injected(hooks.EXTENSION_ASSET_URL),
      route: injected(hooks.EXTENSION_ROUTE) || ROUTE,
      organization: injected(hooks.SESSION_SCOPE) === "tenant" ? injected(hooks.SESSION_ORG_ID).replace(/^.*:/, "") : "",
      locale: injected(core.LOCALE_ID),
      token: () => this.holder?.jwt ?? this.holder?.token ?? "",
    };
    private unmount: Promise<() => void> | undefined;

    constructor(
      private readonly place: HTMLElement,
      private readonly zone: InstanceType<typeof Core.NgZone>,
    ) {}

    ngOnInit(): void {
      this.place.style.display = "block";
      this.place.style.height = "100%";
      // Its own requests and timers need no look at the host's page.
      const mounted = this.zone.runOutsideAngular(() => mount(this.place, this.host));
      this.unmount = mounted;
      mounted.catch((e: unknown) => {
        this.place.textContent = e instanceof Error ? e.message : String(e);
      });
    }

    ngOnDestroy(): void {
      void this.unmount?.then((unmount) => unmount()).catch(() => undefined);
    }
  };
}
