import type { BrandingView } from "./api/types";
import type { Api } from "./api/client";

/** How the provider has the portal present itself. */
export interface Look {
  /** In place of the product's name; empty for that. */
  name: string;
  /** The address of an image beside it; empty for none. */
  logo: string;
  signInText: string;
  links: readonly { title: string; url: string }[];
  /** Colours of links and buttons; empty for the portal's own. */
  accent: { light: string; dark: string };
}

export const OWN_LOOK: Look = { name: "", logo: "", signInText: "", links: [], accent: { light: "", dark: "" } };

/** Links that a browser may follow; what the node checks is not trusted for scripts. */
const LINK = /^(https?:|mailto:)/i;

/** The look of the node; the portal's own if it cannot be read. */
export async function readLook(api: Api): Promise<Look> {
  try {
    return lookOf(await api.get<Partial<BrandingView>>("/api/v1/branding"));
  } catch {
    // The sign-in works without it.
    return OWN_LOOK;
  }
}

export function lookOf({ branding = {}, logo = "" }: Partial<BrandingView>): Look {
  const links = (branding.links ?? []).filter((it) => LINK.test(it.url ?? ""));
  return {
    name: branding.productName ?? "",
    logo,
    signInText: branding.signInText ?? "",
    links: links.map((it) => ({ title: it.title ?? "", url: it.url ?? "" })),
    accent: { light: branding.accentColor ?? "", dark: branding.darkAccentColor ?? "" },
  };
}

/** Has an element and all within it have these colours. */
export function paint(element: HTMLElement, { accent }: Look): void {
  for (const [name, color] of [["--accent-light", accent.light], ["--accent-dark", accent.dark]] as const) {
    if (color) {
      element.style.setProperty(name, color);
    } else {
      element.style.removeProperty(name);
    }
  }
}
