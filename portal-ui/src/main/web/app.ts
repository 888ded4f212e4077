import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Api, type Host } from "./api/client";
import type { Me, Session } from "./api/types";
import type { Context } from "./context";
import { locale, LOCALES, setLocale, t } from "./i18n";
import { Leaving } from "./leaving";
import { OWN_LOOK, paint, readLook } from "./look";
import { pageOf, pagesOf } from "./pages";
import "./pages/sign-in";
import type { SignInReason } from "./pages/sign-in";
import { Route } from "./router";
import "./ui/announcements";
import "./ui/copy";
import { Element } from "./ui/page";
import { problem, problemText, skeleton } from "./ui/states";
import "./ui/upload-panel";
import { UploadQueue } from "./upload/queue";
import { Records } from "./upload/records";
import { remoteOf } from "./upload/remote";
import { Renewal, SignInRefused, TokenEnded } from "./renewal";
import { Trail } from "./trail";

interface Toast {
  id: number;
  text: string;
  kind: "done" | "error";
}

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

/** The portal. A host such as Cloud Director sets the properties before it shows it; standalone none is needed. */
@customElement("ose-portal")
export class Portal extends Element {
  /** The path below which the portal's addresses are. */
  @property({ attribute: "base" }) base = "/portal/";
  /** The origin of the management API; that of the page if empty. */
  @property({ attribute: "api-origin" }) apiOrigin = "";
  @property({ attribute: false }) token: (() => string) | undefined;
  /** Has the host get another token after one was refused; rejects if it has none. */
  @property({ attribute: false }) renewToken: (() => Promise<void>) | undefined;
  /** The organisation of Cloud Director that the token acts in. */
  @property({ attribute: false }) organization = "";
  /** Language and theme of the host; the user chooses them where there is none. */
  @property({ attribute: false }) hostLocale = "";
  @property({ attribute: false }) hostTheme: Theme | undefined;

  @state() private session: Session | undefined;
  @state() private me: Me | undefined;
  @state() private route = new Route([], new URLSearchParams());
  @state() private error: unknown;
  @state() private isStarting = true;
  @state() private reason: SignInReason | undefined;
  @state() private toasts: Toast[] = [];
  @state() private theme: Theme = "system";
  @state() private isMenuOpen = false;
  @state() private look = OWN_LOOK;
  /** Whether the user is asked if uploads are to stop. */
  @state() private isLeaving = false;

  private api!: Api;
  private uploads: UploadQueue | undefined;
  private readonly renewal = new Renewal(() => this.requestUpdate());
  private readonly leaving = new Leaving(() => this.requestUpdate());
  private trail!: Trail;

  override connectedCallback(): void {
    super.connectedCallback();
    setLocale([this.hostLocale || remembered("ose-locale"), ...navigator.languages]);
    this.setTheme(this.hostTheme ?? THEMES.find((it) => it === remembered("ose-theme")) ?? "system");
    const host: Host = { origin: this.apiOrigin };
    if (this.token) {
      host.token = this.token;
      host.organization = this.organization;
    }
    this.toggleAttribute("hosted", this.isHosted);
    this.api = new Api(host);
    this.api.renewSession = this.renewSession;
    this.route = Route.read(this.base, location);
    this.trail = new Trail(history);
    window.addEventListener("popstate", this.arrive);
    window.addEventListener("beforeunload", this.leave);
    window.addEventListener("dragover", this.miss);
    window.addEventListener("drop", this.miss);
    this.addEventListener("click", this.follow);
    void this.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("popstate", this.arrive);
    window.removeEventListener("beforeunload", this.leave);
    window.removeEventListener("dragover", this.miss);
    window.removeEventListener("drop", this.miss);
    this.removeEventListener("click", this.follow);
    this.uploads?.stop();
    this.uploads = undefined;
  }

  private get isHosted(): boolean {
    return this.token !== undefined;
  }

  private readonly renewSession = (): Promise<void> => {
    if (this.isHosted) {
      return this.renewToken?.() ?? Promise.reject(new TokenEnded());
    }
    // Without a session the sign-in itself has just succeeded: its cookie was not kept.
    return this.session ? this.renewal.ask() : Promise.reject(new SignInRefused(false));
  };

  /** What the host changes while the portal is open. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("hostTheme") && this.hostTheme) {
      this.setTheme(this.hostTheme);
    }
    if (changed.get("hostLocale") && this.hostLocale) {
      void this.speak(this.hostLocale);
    }
  }

  /** The browser asks before it leaves what would stop uploads or lose what was typed. */
  private readonly leave = (event: BeforeUnloadEvent): void => {
    if (this.uploads?.isBusy || this.leaving.isUnsaved) {
      event.preventDefault();
    }
  };

  /** A file that is dropped where none is taken would replace the portal. */
  private readonly miss = (event: DragEvent): void => {
    if (!event.defaultPrevented && event.dataTransfer?.types.includes("Files")) {
      event.preventDefault();
      event.dataTransfer.dropEffect = "none";
    }
  };

  /** Finds out who the caller is. */
  private readonly start = async (): Promise<void> => {
    this.error = undefined;
    this.isStarting = true;
    // Within a host the portal has its name and colours.
    const look = this.isHosted ? OWN_LOOK : readLook(this.api);
    try {
      const session = await this.api.session<Session>();
      if (session) {
        await this.enter(session);
      }
    } catch (e) {
      this.error = e;
    } finally {
      this.look = await look;
      paint(this, this.look);
      this.isStarting = false;
    }
  };

  private get productName(): string {
    return this.look.name || t("app.name");
  }

  private readonly enter = async (session: Session): Promise<void> => {
    this.api.csrf = session.csrf ?? "";
    const isSame = this.session?.name === session.name;
    const me = isSame && this.me ? this.me : await this.api.get<Me>("/api/v1/admin/me");
    if (!isSame || !this.uploads) {
      this.uploads?.stop();
      const records = new Records(localStorage, `${session.tenant ?? ""}/${session.user ?? session.name}`);
      this.uploads = new UploadQueue((bucket, key) => remoteOf(this.api, bucket, key), records);
    }
    this.me = me;
    this.session = session;
    this.reason = undefined;
    this.renewal.done();
  };

  private context(session: Session, me: Me, uploads: UploadQueue): Context {
    const operations = new Set(me.operations);
    return {
      api: this.api,
      session,
      me,
      route: this.route,
      uploads,
      base: this.base,
      go: (path, query = {}, replace = false) =>
        this.move(new Route(path.split("/").filter(Boolean).map(decodeURIComponent), new URLSearchParams()).with(query), replace),
      show: (changes, replace = false) => this.move(this.route.with(changes), replace),
      guard: (part) => this.leaving.guard(part),
      href: (path) => this.base + path,
      toast: this.toast,
      can: (operation) => operations.has(operation),
      isByToken: this.token !== undefined,
      signOut: this.signOut,
    };
  }

  /** Goes to a place, after a question if that leaves a page with unsaved changes. */
  private move(route: Route, replace: boolean): void {
    if (!this.isOtherPage(route) || !this.leaving.isUnsaved) {
      this.moveAt(route, replace);
      return;
    }
    void this.leaving.ask().then((leaves) => (leaves ? this.moveAt(route, replace) : undefined));
  }

  private moveAt(route: Route, replace: boolean): void {
    const address = route.href(this.base);
    if (replace) {
      this.trail.replace(address);
    } else {
      this.trail.push(address);
    }
    this.arriveAt(route);
  }

  private isOtherPage(route: Route): boolean {
    return route.path.join("/") !== this.route.path.join("/");
  }

  /** The browser has gone back or forward: that is taken back as long as the user is asked about unsaved changes. */
  private readonly arrive = (): void => {
    if (this.trail.hasReturned()) {
      return;
    }
    const route = Route.read(this.base, location);
    if (!this.isOtherPage(route) || !this.leaving.isUnsaved) {
      this.trail.arrive();
      this.arriveAt(route);
      return;
    }
    const again = this.trail.takeBack(this.route.href(this.base), route.href(this.base));
    void this.leaving.ask().then((leaves) => {
      if (leaves) {
        again();
      }
    });
  };

  private arriveAt(route: Route): void {
    const isOther = this.isOtherPage(route);
    this.route = route;
    this.isMenuOpen = false;
    if (isOther) {
      // As after the load of a page: who reads by ear or keyboard begins at its heading.
      void this.updateComplete.then(() => this.querySelector<HTMLElement>("main")?.focus());
    }
  }

  /** Links within the portal change the page without loading it again. */
  private readonly follow = (event: MouseEvent): void => {
    const link = event.composedPath().find((it): it is HTMLAnchorElement => it instanceof HTMLAnchorElement);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute("download")) {
      return;
    }
    const target = new URL(link.href);
    if (target.origin === location.origin && target.pathname.startsWith(this.base)) {
      event.preventDefault();
      this.move(Route.read(this.base, target), false);
    }
  };

  private readonly toast = (text: string, kind: "done" | "error" = "done"): void => {
    const id = Date.now() + Math.random();
    this.toasts = [...this.toasts, { id, text, kind }];
    setTimeout(() => (this.toasts = this.toasts.filter((it) => it.id !== id)), 8000);
  };

  private readonly signOut = async (reason: SignInReason = "signed-out"): Promise<void> => {
    if (reason === "signed-out") {
      // While it fails the session is alive, and so are its uploads.
      await this.api.signOut();
    }
    this.isLeaving = false;
    if (reason === "signed-out") {
      this.uploads?.forget();
    } else {
      this.uploads?.stop();
    }
    this.uploads = undefined;
    // What waits for a sign-in would otherwise go on as the next user.
    this.renewal.giveUp();
    this.session = undefined;
    this.me = undefined;
    this.api.csrf = "";
    this.reason = reason;
    this.moveAt(new Route([], new URLSearchParams()), true);
  };

  protected override render(): TemplateResult {
    (this.isHosted ? this : document.documentElement).lang = locale();
    const { session, me, uploads } = this;
    return html`${session && me && uploads ? this.frame(this.context(session, me, uploads)) : this.outside()}
      ${this.isLeaving && session ? this.askToLeave() : nothing}
      ${this.leaving.isAsking && session ? this.askAboutUnsaved() : nothing}
      ${this.renewal.isAsked && this.session ? this.signInAgain(this.session) : nothing}
      <div class="toasts" role="status" aria-live="polite">
        ${this.toasts.map((it) => html`<div class="toast ${it.kind}">${it.text}</div>`)}
      </div>`;
  }

  private outside(): unknown {
    if (this.isStarting) {
      return html`<main class="narrow">${skeleton()}</main>`;
    }
    this.entitle(this.productName);
    return html`<main class="narrow" tabindex="-1">
        <h1>${this.brand()}</h1>
        ${this.look.signInText ? html`<p class="lines">${this.look.signInText}</p>` : nothing}
        ${this.error
          ? problem(this.error, this.start)
          : this.isHosted ? problem(new TokenEnded(), this.start) : html`<ose-sign-in .api=${this.api} .route=${this.route} .base=${this.base} .reason=${this.reason}
              .enter=${this.enter}></ose-sign-in>`}
      </main>
      ${this.footer()}`;
  }

  /** The title of the page is the host's. */
  private entitle(title: string): void {
    if (!this.isHosted) {
      document.title = title;
    }
  }

  private signInAgain(session: Session): TemplateResult {
    return html`<ose-dialog
      .heading=${t("signin.again.title")}
      .body=${html`<p>${t("signin.again")}</p>
        <ose-sign-in .api=${this.api} .route=${this.route} .base=${this.base} .known=${session} .enter=${this.enter}
          .cancel=${() => this.renewal.giveUp()}></ose-sign-in>`}
      @close=${() => this.renewal.giveUp()}
    ></ose-dialog>`;
  }

  private frame(ctx: Context): TemplateResult {
    const page = pageOf(ctx);
    this.entitle(`${t(page.title)} – ${this.productName}`);
    return html`<a class="skip" href="#content" @click=${this.skip}>${t("frame.skip")}</a>
      <header class="header">
        <button class="menu" aria-expanded=${this.isMenuOpen ? "true" : "false"} aria-controls="navigation"
          @click=${() => (this.isMenuOpen = !this.isMenuOpen)}>${t("frame.menu")}</button>
        <a class="brand" href=${ctx.base}>${this.brand()}</a>
        <span class="who"><bdi>${ctx.session.tenant ?? t("frame.provider")}</bdi></span>
        <a class="account" href=${ctx.href("account")}><bdi>${ctx.session.user}</bdi></a>
        ${this.isHosted
          ? nothing
          : html`<button class="button inverse" @click=${this.askSignOut}>${t("frame.signout")}</button>`}
      </header>
      ${ctx.can("ListOwnAnnouncements") ? html`<ose-announcements .ctx=${ctx}></ose-announcements>` : nothing}
      <div class="body">
        <nav id="navigation" class="navigation ${this.isMenuOpen ? "open" : ""}" aria-label=${t("frame.navigation")}>
          <ul>
            ${pagesOf(ctx).map(
              (it) => html`<li><a href=${ctx.href(it.path)} aria-current=${it.path === page.path ? "page" : nothing}>
                ${t(it.title)}</a></li>`,
            )}
          </ul>
        </nav>
        <main id="content" tabindex="-1">${page.render(ctx)}</main>
      </div>
      <ose-upload-panel .ctx=${ctx}></ose-upload-panel>
      ${this.footer()}`;
  }

  /** The name stands beside its logo, which therefore needs no text of its own. */
  private brand(): TemplateResult {
    return html`${this.look.logo ? html`<img class="logo" src=${this.look.logo} alt="" />` : nothing} <bdi>${this.productName}</bdi>`;
  }

  private readonly askSignOut = async (): Promise<void> => {
    if (!(await this.leaving.ask())) {
      return;
    }
    if (this.uploads?.isBusy) {
      this.isLeaving = true;
    } else {
      this.signOut().catch((e: unknown) => this.toast(problemText(e), "error"));
    }
  };

  private askToLeave(): TemplateResult {
    const stay = (): void => {
      this.isLeaving = false;
    };
    return html`<ose-dialog
      .heading=${t("uploads.leave.title")}
      .body=${html`<p>${t("uploads.leave")}</p>
        <ose-form .action=${t("frame.signout")} .send=${() => this.signOut()} cancels danger @close=${stay}></ose-form>`}
      @close=${stay}
    ></ose-dialog>`;
  }

  private askAboutUnsaved(): TemplateResult {
    const { leave, stay } = this.leaving;
    const send = (): Promise<void> => Promise.resolve(leave());
    return html`<ose-dialog
      .heading=${t("leaving.title")}
      .body=${html`<p>${t("leaving.about")}</p>
        <ose-form .action=${t("leaving.action")} .send=${send} cancels .cancelText=${t("leaving.stay")} danger
          @close=${stay}></ose-form>`}
      @close=${stay}
    ></ose-dialog>`;
  }

  private readonly skip = (event: Event): void => {
    event.preventDefault();
    this.querySelector<HTMLElement>("main")?.focus();
  };

  private footer(): TemplateResult {
    return html`<footer class="footer">
      ${this.isHosted ? nothing : this.choices()}
      <a href="${this.isHosted ? `${this.apiOrigin}/portal/` : this.base}licenses.md" target="_blank" rel="noopener">
        ${t("frame.licenses")}</a>
      ${this.look.links.map((it) => html`<a href=${it.url} target="_blank" rel="noopener noreferrer"><bdi>${it.title}</bdi></a>`)}
    </footer>`;
  }

  private choices(): TemplateResult {
    return html`<label>${t("frame.language")}
        <select @change=${this.chooseLocale}>
          ${LOCALES.map((it) => html`<option value=${it} ?selected=${it === locale()}>${languageName(it)}</option>`)}
        </select></label>
      <label>${t("frame.theme")}
        <select @change=${this.chooseTheme}>
          ${THEMES.map((it) => html`<option value=${it} ?selected=${it === this.theme}>${t(`theme.${it}`)}</option>`)}
        </select></label>`;
  }

  /** Every part of the page has texts: all of it is made anew, with the place it is at, and without what was typed. */
  private readonly chooseLocale = async (event: Event): Promise<void> => {
    const menu = event.target as HTMLSelectElement;
    const chosen = menu.value;
    if (!(await this.leaving.ask())) {
      menu.value = locale();
      return;
    }
    localStorage.setItem("ose-locale", chosen);
    await this.speak(chosen);
  };

  private async speak(language: string): Promise<void> {
    setLocale([language]);
    const session = this.session;
    this.session = undefined;
    this.isStarting = true;
    await this.updateComplete;
    this.session = session;
    this.isStarting = false;
  }

  private readonly chooseTheme = (event: Event): void => {
    const chosen = (event.target as HTMLSelectElement).value;
    localStorage.setItem("ose-theme", chosen);
    this.setTheme(THEMES.find((it) => it === chosen) ?? "system");
  };

  private setTheme(theme: Theme): void {
    this.theme = theme;
    this.dataset["theme"] = theme;
  }
}

function remembered(name: string): string {
  return localStorage.getItem(name) ?? "";
}

function languageName(code: string): string {
  return new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
}
