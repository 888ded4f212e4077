import { html } from "lit";
import { describe, expect, it } from "vitest";
import "../../main/web/pages/settings/cors";
import { press, show, store, type, unlabelled, useStore } from "./settings-store";

const RULE =
  "<CORSConfiguration><CORSRule><ID>a</ID><AllowedMethod>PUT</AllowedMethod><AllowedOrigin>https://a.example</AllowedOrigin>" +
  "<AllowedHeader>*</AllowedHeader><MaxAgeSeconds>60</MaxAgeSeconds></CORSRule></CORSConfiguration>";
useStore();

const cors = () => show(html`<ose-setting-cors .ctx=${store.ctx} .bucket=${"b"}></ose-setting-cors>`);

describe("CORS rules", () => {
  it("are read and stored with what was not changed", async () => {
    store.documents.set("cors", RULE);
    const place = await cors();
    expect(unlabelled(place)).toEqual([]);
    expect(place.querySelector<HTMLInputElement>("#cors-PUT-0")?.checked).toBe(true);
    await type(place, "cors-GET-0", "true");
    await type(place, "cors-origins-0", "https://a.example\nhttps://*.b.example:8443");
    await press(place, "Save");
    expect(store.documents.get("cors")).toContain(
      "<CORSRule><ID>a</ID><AllowedMethod>GET</AllowedMethod><AllowedMethod>PUT</AllowedMethod>" +
        "<AllowedOrigin>https://a.example</AllowedOrigin><AllowedOrigin>https://*.b.example:8443</AllowedOrigin>" +
        "<AllowedHeader>*</AllowedHeader><MaxAgeSeconds>60</MaxAgeSeconds></CORSRule>",
    );
  });

  it.each([
    ["cors-origins-0", "", "A value is required."],
    ["cors-origins-0", "https://a.example/path", "is no origin"],
    ["cors-origins-0", "https://*.*.example", "is no origin"],
    ["cors-headers-0", "a:b", "is no name of a header"],
    ["cors-exposed-0", "x-*", "is no name of a header"],
    ["cors-age-0", "86401", "from 0 to 86,400"],
    ["cors-age-0", "-1", "from 0 to 86,400"],
  ])("with %s = %s are not stored", async (id, value, reason) => {
    store.documents.set("cors", RULE);
    const place = await cors();
    await type(place, id, value);
    await press(place, "Save");
    expect(place.querySelector(`#${id}-error`)?.textContent).toContain(reason);
    expect(document.activeElement?.id).toBe(id);
    expect(store.writes).toEqual([]);
  });

  it("need a method", async () => {
    store.documents.set("cors", RULE);
    const place = await cors();
    await type(place, "cors-PUT-0", "");
    await press(place, "Save");
    expect(place.querySelector("#cors-GET-0-error")?.textContent).toBe("Choose at least one method.");
    expect(store.writes).toEqual([]);
  });

  it("begin from none, and are removed with the last one", async () => {
    const place = await cors();
    await press(place, "Add rule");
    await type(place, "cors-origins-0", "*");
    await press(place, "Save");
    expect(store.documents.get("cors")).toContain("<AllowedMethod>GET</AllowedMethod><AllowedMethod>HEAD</AllowedMethod><AllowedOrigin>*");
    await press(place, "Remove");
    await press(place, "Save");
    expect(store.documents.has("cors")).toBe(false);
  });
});
