import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import type { Branding, BrandingView } from "../../../api/types";
import { bytes } from "../../../format";
import { t } from "../../../i18n";
import "../../../ui/change";
import type { Change, Versioned } from "../../../ui/change";
import type { Field, Values } from "../../../ui/form";
import { Loaded } from "../../../ui/page";
import { loaded, problem } from "../../../ui/states";

const PATH = "/api/v1/admin/branding";
const LOGO = "/api/v1/admin/branding/logo";
const COLOR = /^#[0-9a-f]{6}$/i;
const MAX_LINKS = 5;
const MAX_LOGO_BYTES = 64 * 1024;

/** The links of a text, one a line: a title and an address behind it. */
export function linksOf(text: string): { title: string; url: string }[] {
  return text
    .split("\n")
    .map((it) => it.trim())
    .filter(Boolean)
    .map((line) => {
      const at = line.search(/\S+$/);
      return { title: line.slice(0, at).trim(), url: line.slice(at) };
    });
}

/** What is wrong with links, so that their line is named. */
export function wrongLinks(text: string): string | undefined {
  const links = linksOf(text);
  if (links.length > MAX_LINKS) {
    return t("branding.links.most", { most: MAX_LINKS });
  }
  const wrong = links.find((it) => it.title === "" || !/^(https?:\/\/|mailto:)\S/i.test(it.url));
  return wrong === undefined ? undefined : t("branding.links.wrong", { line: `${wrong.title} ${wrong.url}`.trim() });
}

/** The fields of a branding. */
export function brandingFields(it: Branding): Field[] {
  const color = (value: string): string | undefined => (COLOR.test(value) ? undefined : t("branding.color.wrong"));
  return [
    { name: "productName", label: t("branding.name"), value: it.productName ?? "", help: t("branding.name.help") },
    { name: "accentColor", label: t("branding.color"), value: it.accentColor ?? "", help: t("branding.color.help"), check: color },
    { name: "darkAccentColor", label: t("branding.color.dark"), value: it.darkAccentColor ?? "", help: t("branding.color.help"), check: color },
    { name: "signInText", label: t("branding.signin"), type: "textarea", value: it.signInText ?? "", help: t("branding.signin.help") },
    { name: "links", label: t("branding.links"), type: "textarea", value: linkLines(it).join("\n"), help: t("branding.links.help"), check: wrongLinks },
  ];
}

function linkLines({ links }: Branding): string[] {
  return (links ?? []).map((it) => `${it.title} ${it.url}`);
}

/** The branding that a form says; what is empty is the portal's own. */
export function brandingOf(values: Values): Branding {
  const { productName, accentColor, darkAccentColor, signInText, links } = values;
  return {
    ...(productName?.trim() ? { productName: productName.trim() } : {}),
    ...(accentColor ? { accentColor } : {}),
    ...(darkAccentColor ? { darkAccentColor } : {}),
    ...(signInText?.trim() ? { signInText: signInText.trim() } : {}),
    links: linksOf(links ?? ""),
  };
}

/** How the portal presents itself. */
@customElement("ose-provider-branding")
export class ProviderBranding extends Loaded<Versioned<BrandingView>> {
  @state() private refused: unknown;
  @state() private isSending = false;

  protected override load(): Promise<Versioned<BrandingView>> {
    return this.ctx.api.read<BrandingView>(PATH, { signal: this.signal });
  }

  protected override render(): TemplateResult {
    return html`<p>${t("branding.about")}</p>
      ${loaded(this.value, this.error, this.reload, (it) => html`${this.logo(it)} ${this.ctx.can("PutBranding") ? this.form(it) : nothing}`)}
      ${this.dialog()}`;
  }

  private logo({ value, tag }: Versioned<BrandingView>): TemplateResult {
    return html`<section aria-labelledby="branding-logo">
      <h2 id="branding-logo">${t("branding.logo")}</h2>
      <p class="minor">${t("branding.logo.help", { most: bytes(MAX_LOGO_BYTES) })}</p>
      ${this.refused ? problem(this.refused) : nothing}
      <p>${value.logo ? html`<img class="logo" src=${value.logo} alt=${t("branding.logo.now")} />` : t("branding.logo.none")}</p>
      ${this.ctx.can("PutLogo")
        ? html`<div class="toolbar">
            <label class="button">${this.isSending ? t("state.working") : t("branding.logo.choose")}
              <input class="visually-hidden" type="file" accept="image/png,image/jpeg" ?disabled=${this.isSending}
                @change=${(event: Event) => void this.choose(event.target as HTMLInputElement, tag)} /></label>
            ${value.logo ? html`<button class="button" @click=${() => this.removeLogo(tag)}>${t("branding.logo.remove")}</button>` : nothing}
          </div>`
        : nothing}
    </section>`;
  }

  private async choose(input: HTMLInputElement, tag: string): Promise<void> {
    const file = input.files?.[0];
    input.value = "";
    if (!file) {
      return;
    }
    this.refused = undefined;
    if (file.size > MAX_LOGO_BYTES) {
      this.ctx.toast(t("branding.logo.large", { most: bytes(MAX_LOGO_BYTES) }), "error");
      return;
    }
    this.isSending = true;
    try {
      const data = base64(new Uint8Array(await file.arrayBuffer()));
      await this.ctx.api.put(LOGO, { body: { data }, headers: { "If-Match": tag } });
      this.saved();
    } catch (e) {
      this.refused = e;
    } finally {
      this.isSending = false;
    }
  }

  private removeLogo(tag: string): void {
    void this.ask({
      heading: t("branding.logo.remove"),
      action: t("branding.logo.remove"),
      isDanger: true,
      send: async () => {
        await this.ctx.api.delete(LOGO, { headers: { "If-Match": tag } });
        this.saved();
      },
    });
  }

  private saved(): void {
    this.ctx.toast(t("branding.saved"));
    void this.reload();
  }

  private form({ value, tag }: Versioned<BrandingView>): TemplateResult {
    const read = async (): Promise<Versioned<Branding>> => {
      const present = await this.ctx.api.read<BrandingView>(PATH);
      return { value: present.value.branding, tag: present.tag };
    };
    const change: Change<Branding> = {
      stored: { value: value.branding, tag },
      read,
      fields: brandingFields,
      wanted: brandingOf,
      write: (body, over) => this.ctx.api.put(PATH, { body, headers: { "If-Match": over } }),
      lines: (it) => [it.productName, it.accentColor, it.darkAccentColor, it.signInText, ...linkLines(it)].filter((line) => line !== undefined),
      done: () => this.saved(),
    };
    return html`<div class="slim"><ose-change .change=${change}></ose-change></div>`;
  }
}

function base64(content: Uint8Array): string {
  let text = "";
  content.forEach((it) => (text += String.fromCharCode(it)));
  return btoa(text);
}
