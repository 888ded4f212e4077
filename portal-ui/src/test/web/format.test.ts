import { describe, expect, it } from "vitest";
import { bytes, shortened, visible } from "../../main/web/format";
import { setLocale, t } from "../../main/web/i18n";

describe("visible", () => {
  it("shows controls and marks of direction as signs", () => {
    expect(visible("a\u0000b\tc\u007f")).toBe("a␀b␉c␡");
    expect(visible("invoice\u202Efdp.exe")).toBe("invoice[U+202E]fdp.exe");
    expect(visible("a\u200Bb\uFEFF")).toBe("a[U+200B]b[U+FEFF]");
  });

  it("leaves markup and other languages as they are", () => {
    expect(visible("<img src=x onerror=alert(1)>")).toBe("<img src=x onerror=alert(1)>");
    expect(visible("日本語/עברית 👍")).toBe("日本語/עברית 👍");
  });
});

describe("shortened", () => {
  it("leaves out the middle of a name of 1,024 signs, and never half of one", () => {
    const short = shortened("👍".repeat(512) + "end", 21);
    expect(Array.from(short)).toHaveLength(21);
    expect(short).toMatch(/^👍{10}…👍{7}end$/u);
    expect(shortened("short")).toBe("short");
  });
});

describe("bytes", () => {
  it("uses binary units in the language", () => {
    setLocale(["en"]);
    expect([0, 1023, 1024, 1536, 5 * 1024 ** 4].map(bytes)).toEqual(["0 B", "1,023 B", "1 KiB", "1.5 KiB", "5 TiB"]);
    setLocale(["de-AT"]);
    expect(bytes(1536)).toBe("1,5 KiB");
  });
});

describe("t", () => {
  it("chooses the form by the number", () => {
    setLocale(["fr", "en-GB"]);
    expect(t("objects.all", { count: 1 })).toBe("1 row");
    expect(t("objects.all", { count: 1200 })).toBe("1,200 rows");
  });

  it("speaks the first language that it knows", () => {
    setLocale(["pt-BR", "ja-JP", "de"]);
    expect(t("objects.all", { count: 1200 })).toBe("1,200 行");
    setLocale(["zh-Hans-CN"]);
    expect(t("list.total", { count: 1, total: 2 })).toBe("1 / 共 2");
  });

  it("takes values as they are", () => {
    setLocale(["en"]);
    expect(t("list.nomatch", { filter: "{count} $& <b>" })).toBe("Nothing matches “{count} $& <b>”.");
  });
});
