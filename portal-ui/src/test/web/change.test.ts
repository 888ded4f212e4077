import { html } from "lit";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../main/web/api/errors";
import { setLocale } from "../../main/web/i18n";
import "../../main/web/ui/change";
import type { Change } from "../../main/web/ui/change";
import { shown } from "./provider-store";
import { press } from "./settings-store";

interface Write {
  value: string;
  tag: string;
}

let stored: { value: string; tag: string };
let writes: Write[];
let done: number;

beforeEach(() => {
  setLocale(["en"]);
  stored = { value: "old", tag: '"1"' };
  writes = [];
  done = 0;
});

function change(): Change<string> {
  return {
    stored: { ...stored },
    read: () => Promise.resolve({ ...stored }),
    fields: (value) => [{ name: "text", label: "Text", value }],
    wanted: ({ text }) => text ?? "",
    write: (value, tag) => {
      writes.push({ value, tag });
      return tag === stored.tag ? Promise.resolve() : Promise.reject(new ApiError(412, "OSE-2000", "changed", "r1"));
    },
    lines: (value) => [value],
    done: () => done++,
  };
}

async function edited(text: string): Promise<HTMLElement> {
  const place = await shown(html`<ose-change .change=${change()}></ose-change>`);
  const input = await vi.waitUntil(() => place.querySelector("input"));
  input.value = text;
  return place;
}

describe("ose-change", () => {
  it("writes over what the form began with", async () => {
    const place = await edited("mine");
    await press(place, "Save");
    expect(writes).toEqual([{ value: "mine", tag: '"1"' }]);
    expect(done).toBe(1);
  });

  it("shows both differences if another editor was first, and writes nothing before one is chosen", async () => {
    const place = await edited("mine");
    stored = { value: "theirs", tag: '"2"' };
    await press(place, "Save");
    const conflict = place.querySelector(".conflict");
    expect([...(conflict?.querySelectorAll("ins") ?? [])].map((it) => it.textContent.trim())).toEqual(["+ added: theirs", "+ added: mine"]);
    expect(document.activeElement).toBe(conflict);
    expect(done).toBe(0);

    await press(place, "Replace what is stored by mine");
    expect(writes.at(-1)).toEqual({ value: "mine", tag: '"2"' });
    expect(done).toBe(1);
  });

  it("begins again with theirs", async () => {
    const place = await edited("mine");
    stored = { value: "theirs", tag: '"2"' };
    await press(place, "Save");
    await press(place, "Discard mine");
    expect(place.querySelector("input")?.value).toBe("theirs");
    await press(place, "Save");
    expect(writes.at(-1)).toEqual({ value: "theirs", tag: '"2"' });
  });

  it("asks again if a third editor is in between", async () => {
    const place = await edited("mine");
    stored = { value: "theirs", tag: '"2"' };
    await press(place, "Save");
    stored = { value: "third", tag: '"3"' };
    await press(place, "Replace what is stored by mine");
    expect(place.querySelector(".conflict")?.textContent).toContain("third");
    expect(done).toBe(0);
  });
});
