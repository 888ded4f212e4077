/** The plug-in for Cloud Director 10.5 and 10.6: the module that its manifest names. */
import * as core from "@angular/core";
import { ROUTES } from "@angular/router";
import * as hooks from "@vcd/common";
import { componentOf } from "./component";

const component = componentOf(core, hooks, false);

// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- Angular's modules are classes.
export class ObjectStorageModule {
  static readonly ɵfac = (): ObjectStorageModule => new ObjectStorageModule();
  static readonly ɵmod = core.ɵɵdefineNgModule({ type: ObjectStorageModule, declarations: [component] });
  // All addresses below that of the plug-in are the portal's own.
  static readonly ɵinj = core.ɵɵdefineInjector({
    providers: [{ provide: ROUTES, multi: true, useValue: [{ path: "**", component }] }],
  });
}
