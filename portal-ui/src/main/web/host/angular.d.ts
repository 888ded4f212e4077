/** What the plug-ins use of what their hosts share with them; none of it is in the packages. */
declare module "@angular/core" {
  export type Class = abstract new (...values: never[]) => unknown;
  /** Flags of an injection: whatever has no value is null. */
  export const ElementRef: new () => { nativeElement: HTMLElement };
  export const NgZone: new () => { runOutsideAngular<T>(action: () => T): T };
  export const LOCALE_ID: unknown;
  export function ɵɵdirectiveInject<T>(token: new () => T): T;
  export function ɵɵdirectiveInject(token: unknown, flags: number): unknown;
  export function ɵɵdefineComponent(definition: object): unknown;
  export function ɵɵdefineNgModule(definition: object): unknown;
  export function ɵɵdefineInjector(definition: object): unknown;
}
declare module "@angular/router" {
  export const ROUTES: unknown;
}
declare module "@vcd/common" {
  const hooks: import("./component").Hooks;
  export = hooks;
}
