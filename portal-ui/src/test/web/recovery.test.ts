import { html, render } from "lit";
import { customElement } from "lit/decorators.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "../../main/web/api/errors";
import { Loaded } from "../../main/web/ui/page";

let failures: unknown[];

@customElement("test-loaded")
class TestLoaded extends Loaded<string> {
  protected override load(): Promise<string> {
    const failure = failures.shift();
    return failure === undefined ? Promise.resolve("there") : Promise.reject(failure as Error);
  }

  protected override render(): unknown {
    return html`${this.error ? "failed" : this.value}`;
  }
}

let place: HTMLElement;

const shown = async (): Promise<string> => {
  await vi.advanceTimersByTimeAsync(0);
  await place.querySelector<TestLoaded>("test-loaded")?.updateComplete;
  return place.textContent.trim();
};

beforeEach(() => {
  vi.useFakeTimers();
  place = document.createElement("div");
  document.body.replaceChildren(place);
});

afterEach(() => {
  render(html``, place);
  vi.useRealTimers();
});

const open = () => render(html`<test-loaded></test-loaded>`, place);

describe("a part that could not be read", () => {
  it("is read again after the time that the node says", async () => {
    failures = [new ApiError(503, "OSE-2302", "busy", "r", [], 3)];
    open();
    expect(await shown()).toBe("failed");
    await vi.advanceTimersByTimeAsync(2900);
    expect(await shown()).toBe("failed");
    await vi.advanceTimersByTimeAsync(100);
    expect(await shown()).toBe("there");
  });

  it("is read again once the network is back", async () => {
    failures = [new NetworkError(), new NetworkError()];
    open();
    expect(await shown()).toBe("failed");
    window.dispatchEvent(new Event("online"));
    expect(await shown()).toBe("failed");
    window.dispatchEvent(new Event("online"));
    expect(await shown()).toBe("there");
  });

  it.each([new ApiError(500, "", "broken", "r"), new ApiError(429, "", "later", "r", [], 3600)])("stays as it is otherwise", async (failure) => {
    failures = [failure];
    open();
    await vi.advanceTimersByTimeAsync(3_600_000);
    window.dispatchEvent(new Event("online"));
    expect(await shown()).toBe("failed");
  });

  it("is left alone when its page is left", async () => {
    failures = [new ApiError(503, "OSE-2302", "busy", "r", [], 3), "not asked for"];
    open();
    await shown();
    render(html``, place);
    await vi.advanceTimersByTimeAsync(5000);
    expect(failures).toHaveLength(1);
  });
});
