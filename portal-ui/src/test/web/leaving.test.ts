import { describe, expect, it } from "vitest";
import { Leaving } from "../../main/web/leaving";
import { type BrowserHistory, Trail } from "../../main/web/trail";

/** A browser's history: entries, and which of them is shown. */
class Entries implements BrowserHistory {
  readonly entries: { state: unknown; address: string }[] = [{ state: null, address: "/portal/" }];
  at = 0;

  get state(): unknown {
    return this.entries[this.at]?.state;
  }

  get address(): string {
    return this.entries[this.at]?.address ?? "";
  }

  pushState(state: unknown, _: string, url: string): void {
    this.entries.splice(++this.at, Infinity, { state, address: url });
  }

  replaceState(state: unknown, _: string, url?: string): void {
    this.entries[this.at] = { state, address: url ?? this.address };
  }

  go(steps = 0): void {
    this.at += steps;
  }
}

/** A portal that went to two pages. */
function walked(): { history: Entries; trail: Trail } {
  const history = new Entries();
  const trail = new Trail(history);
  trail.push("/portal/buckets");
  trail.push("/portal/buckets/b/settings/tags");
  return { history, trail };
}

describe("the trail", () => {
  it.each([-1, -2])("takes a step of %i back, and repeats it", (steps) => {
    const { history, trail } = walked();
    history.go(steps);
    const again = trail.takeBack("/portal/buckets/b/settings/tags", history.address);
    expect(history.address).toBe("/portal/buckets/b/settings/tags");
    expect(trail.hasReturned()).toBe(true);
    expect(trail.hasReturned()).toBe(false);
    again();
    expect(history.at).toBe(2 + steps);
    trail.arrive();
    history.go(-steps);
    trail.takeBack("/portal/", "/portal/buckets/b/settings/tags");
    expect(history.at).toBe(2 + steps);
  });

  it("knows its place after a reload", () => {
    const { history } = walked();
    history.go(-1);
    const reloaded = new Trail(history);
    history.go(1);
    reloaded.takeBack("/portal/buckets", history.address);
    expect(history.address).toBe("/portal/buckets");
  });

  it("keeps what a host has stored, and its places", () => {
    const history = new Entries();
    history.replaceState({ host: 1 }, "");
    const trail = new Trail(history);
    trail.replace("/portal/jobs");
    expect(history.state).toMatchObject({ host: 1 });
    trail.push("/portal/buckets/b/settings/tags");
    history.pushState({ host: 2 }, "", "/portal/users");
    const again = trail.takeBack("/portal/buckets/b/settings/tags", "/portal/users");
    expect([history.address, trail.hasReturned()]).toEqual(["/portal/buckets/b/settings/tags", false]);
    again();
    expect(history.address).toBe("/portal/users");
  });
});

describe("leaving", () => {
  it("asks only if something would be lost, and discards it only if the user leaves", async () => {
    let typed = "";
    let changes = 0;
    const leaving = new Leaving(() => changes++);
    const release = leaving.guard({ isUnsaved: () => typed !== "", discard: () => (typed = "") });
    expect(await leaving.ask()).toBe(true);
    typed = "x";
    const first = leaving.ask();
    expect([leaving.isAsking, await leaving.ask()]).toEqual([true, false]);
    leaving.stay();
    expect([await first, typed, leaving.isAsking]).toEqual([false, "x", false]);
    const second = leaving.ask();
    leaving.leave();
    expect([await second, typed, changes]).toEqual([true, "", 4]);
    typed = "y";
    release();
    expect(leaving.isUnsaved).toBe(false);
  });
});
