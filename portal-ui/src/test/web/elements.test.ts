import { html, render } from "lit";
import { beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../../main/web/api/errors";
import { setLocale } from "../../main/web/i18n";
import type { Field, Form } from "../../main/web/ui/form";
import "../../main/web/ui/form";
import { objectName } from "../../main/web/ui/name";

let place: HTMLElement;

beforeEach(() => {
  place = document.createElement("div");
  document.body.replaceChildren(place);
  setLocale(["en"]);
});

async function form(fields: Field[], send: (values: Record<string, string>) => Promise<unknown>): Promise<Form> {
  render(html`<ose-form .fields=${fields} .action=${"Send"} .send=${send}></ose-form>`, place);
  const found = place.querySelector<Form>("ose-form");
  if (!found) {
    throw new Error("no form");
  }
  await found.updateComplete;
  return found;
}

async function submit(element: Form): Promise<void> {
  element.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
  await new Promise((resolve) => setTimeout(resolve));
  await element.updateComplete;
}

describe("objectName", () => {
  it.each(["<img src=x onerror=alert(1)>", "a\u202Eb", "<script>".repeat(100)])("shows %s as text within bdi", (name) => {
    render(objectName(name), place);
    const shown = document.querySelector("bdi.name");
    expect(shown?.children).toHaveLength(0);
    expect(document.querySelectorAll("img, script")).toHaveLength(0);
    expect(shown?.textContent).not.toContain("\u202E");
  });
});

describe("ose-form", () => {
  it("does not send what is wrong, and reports it at its field", async () => {
    let calls = 0;
    const element = await form([{ name: "name", label: "Name", required: true }], () => Promise.resolve(calls++));
    await submit(element);
    const input = element.querySelector("input");
    expect(calls).toBe(0);
    expect(input?.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(input?.getAttribute("aria-describedby") ?? "")?.textContent).toBe("A value is required.");
    expect(element.querySelector("label")?.getAttribute("for")).toBe(input?.id);
  });

  it("shows the node's errors at their fields, and all else above", async () => {
    const refusal = new ApiError(400, "OSE-2206", "name is bad.", "r1", [{ field: "name", message: "is bad" }]);
    const element = await form([{ name: "name", label: "Name" }], () => Promise.reject(refusal));
    await submit(element);
    expect(element.querySelector(".wrong")?.textContent).toBe("is bad");
    expect(element.querySelector("[role=alert]")).toBeNull();

    place = document.body.appendChild(document.createElement("div"));
    const other = await form([{ name: "other", label: "Other" }], () => Promise.reject(refusal));
    await submit(other);
    expect(other.querySelector("[role=alert]")?.textContent).toContain("name is bad.");
    expect(other.querySelector("[role=alert]")?.textContent).toContain("r1");
  });
});
