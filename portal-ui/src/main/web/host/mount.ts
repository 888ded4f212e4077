import "../app";
import type { Portal } from "../app";
import { TokenEnded } from "../renewal";
import styles from "../portal.css?inline";

/** How the page of another product proves who its user is, and where it shows the portal. */
export interface HostPage {
  /** The folder of the plug-in's files. */
  assets: string;
  /** The last segments of the address below which the portal's own addresses are. */
  route: string;
  /** The present token of the user; empty if there is none. */
  token: () => string;
  /** The organisation that a tenant's page is of. */
  organization: string;
  /** The language of the page, if its document does not state one. */
  locale: string;
}

/** What `ose ui install` writes into the package. */
interface Settings {
  apiOrigin: string;
}

const CONFIG = "config.json";
const PAUSE_MILLIS = 500;
const RENEWAL_MILLIS = 10_000;
/** The attributes by which Clarity, whose design the hosts have, states its theme. */
const THEME = ["cds-theme", "data-theme", "class", "style"];

/**
 * Shows the portal in an element of a host's page. It is in a shadow tree, so that neither changes the looks of the other;
 * the returned function removes it.
 */
export async function mount(place: HTMLElement, host: HostPage): Promise<() => void> {
  const settings = await settingsOf(host.assets);
  const portal = document.createElement("ose-portal") as Portal;
  portal.apiOrigin = settings.apiOrigin;
  portal.base = baseOf(location.pathname, host.route);
  portal.token = host.token;
  portal.renewToken = () => renewed(host.token);
  portal.organization = host.organization;
  const follow = (): void => {
    portal.hostLocale = document.documentElement.lang || host.locale;
    portal.hostTheme = themeOf(document);
  };
  follow();
  const watch = new MutationObserver(follow);
  watch.observe(document.documentElement, { attributeFilter: ["lang", ...THEME] });
  watch.observe(document.body, { attributeFilter: THEME });
  const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  const style = document.createElement("style");
  style.textContent = styles;
  root.replaceChildren(style, portal);
  return () => {
    watch.disconnect();
    root.replaceChildren();
  };
}

/** Everything up to the route, which the host has put anywhere below its own address. */
export function baseOf(pathname: string, route: string): string {
  const wanted = `/${route.replace(/^\/+|\/+$/g, "")}`;
  const at = `${pathname}/`.indexOf(`${wanted}/`);
  return at < 0 ? `${pathname.replace(/\/+$/, "")}/` : `${pathname.slice(0, at)}${wanted}/`;
}

/** The theme that the page names, or else the one that its background shows. */
export function themeOf(page: Document): "light" | "dark" {
  const named = [page.body, page.documentElement].map((it) => it.getAttribute("cds-theme") ?? it.dataset["theme"] ?? "");
  const words = named.join(" ");
  if (/dark|light/.test(words)) {
    return words.includes("dark") ? "dark" : "light";
  }
  const [red = 255, green = 255, blue = 255, alpha = 1] = (getComputedStyle(page.body).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
  return alpha > 0 && 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128 ? "dark" : "light";
}

async function settingsOf(assets: string): Promise<Settings> {
  const answer = await fetch(`${assets.replace(/\/+$/, "")}/${CONFIG}`);
  const found = (await answer.json()) as Partial<Settings>;
  if (!answer.ok || !found.apiOrigin) {
    throw new Error(`${CONFIG} of the plug-in does not name the address of OSE; ose ui install writes it`);
  }
  return { apiOrigin: new URL(found.apiOrigin).origin };
}

/** The host renews its tokens by itself: waits for another one than was refused. */
async function renewed(token: () => string): Promise<void> {
  const refused = token();
  for (let waited = 0; waited < RENEWAL_MILLIS; waited += PAUSE_MILLIS) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLIS));
    if (token() && token() !== refused) {
      return;
    }
  }
  throw new TokenEnded();
}
