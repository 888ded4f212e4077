import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { t } from "../../i18n";
import { areaInput } from "../../ui/inputs";
import "./access-check";
import { SettingPage } from "./setting";

const MAX_BYTES = 20 * 1024;

/** The policy of a bucket, as JSON; S3 has the last word about what is in it. */
@customElement("ose-setting-policy")
export class PolicyPage extends SettingPage<string> {
  protected readonly subresource = "policy";

  /** One form of each document, so that blanks are no difference. */
  protected override read(document: string): string {
    const policy = parsed(document);
    return policy === undefined ? document : JSON.stringify(policy, undefined, 2);
  }

  protected override write(text: string): string {
    return text.trim();
  }

  protected override lines(document: string): string[] {
    return document === "" ? [] : document.split("\n");
  }

  protected override check(text: string): Record<string, string> {
    const wrong = wrongPolicy(text);
    return wrong === undefined ? {} : { policy: wrong };
  }

  protected override warning(text: string): string | undefined {
    return isPublic(text) ? t("settings.policy.public") : undefined;
  }

  protected override fields(text: string): TemplateResult {
    const input = this.input("policy", t("settings.policy.document"), text, (it) => this.edit(it));
    // While it is typed the error is shown at once: a document is not left before it is complete.
    return html`<p>${t("settings.policy.about")}</p>
      ${areaInput({ ...input, error: this.check(text)["policy"], help: t("settings.policy.help"), rows: 18 })}`;
  }

  protected override aside(): TemplateResult {
    return html`<ose-access-check .ctx=${this.ctx} .bucket=${this.bucket}></ose-access-check>`;
  }
}

/** What is wrong with a document, before S3 sees it; empty removes the policy. */
export function wrongPolicy(text: string): string | undefined {
  if (text.trim() === "") {
    return undefined;
  }
  if (new TextEncoder().encode(text.trim()).length > MAX_BYTES) {
    return t("settings.policy.long", { most: MAX_BYTES });
  }
  try {
    JSON.parse(text);
  } catch (e) {
    return t("settings.policy.json", { reason: e instanceof Error ? e.message : "" });
  }
  const statements = statementsOf(text);
  if (statements.length === 0) {
    return t("settings.policy.statements");
  }
  const at = statements.findIndex((it) => !isStatement(it));
  return at < 0 ? undefined : t("settings.policy.statement", { number: at + 1 });
}

/** Whether a statement allows something to everyone, whatever its conditions. */
export function isPublic(text: string): boolean {
  return statementsOf(text).some((it) => {
    const principal = it["Principal"];
    const aws = isObject(principal) ? principal["AWS"] : principal;
    return it["Effect"] === "Allow" && (Array.isArray(aws) ? aws : [aws]).includes("*");
  });
}

function isStatement(it: Record<string, unknown>): boolean {
  const has = (name: string) => name in it || `Not${name}` in it;
  return (it["Effect"] === "Allow" || it["Effect"] === "Deny") && has("Principal") && has("Action") && has("Resource");
}

function statementsOf(text: string): Record<string, unknown>[] {
  const statement = parsed(text)?.["Statement"];
  const statements: unknown[] = Array.isArray(statement) ? statement : statement === undefined ? [] : [statement];
  return statements.map((it) => (isObject(it) ? it : {}));
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const found: unknown = JSON.parse(text);
    return isObject(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function isObject(it: unknown): it is Record<string, unknown> {
  return typeof it === "object" && it !== null && !Array.isArray(it);
}
