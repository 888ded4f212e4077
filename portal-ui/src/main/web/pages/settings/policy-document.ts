import { t } from "../../i18n";

const MAX_BYTES = 20 * 1024;
const VERSION = "2012-10-17";

type Json = Record<string, unknown>;

/** A condition of a statement; values are a line each. */
export interface Condition {
  operator: string;
  key: string;
  values: string;
}

/** What the form shows of a statement; lists are texts with an entry a line, as they are typed. */
export interface StatementForm {
  sid: string;
  effect: string;
  isForEveryone: boolean;
  principals: string;
  actions: string;
  resources: string;
  conditions: Condition[];
}

/** A statement as it is stored, and as the form shows it; undefined if the form cannot. */
export interface Statement {
  raw: Json;
  form: StatementForm | undefined;
}

/** A policy in the form: what belongs to no statement is kept, and the order of all. */
export interface PolicyForm {
  stored: Json;
  statements: Statement[];
}

const MEMBERS = new Set(["Sid", "Effect", "Principal", "Action", "Resource", "Condition"]);

/** A policy for the form; undefined if the text is no policy. */
export function readPolicy(text: string): PolicyForm | undefined {
  if (text.trim() === "") {
    return { stored: { Version: VERSION }, statements: [] };
  }
  const stored = parsed(text);
  return stored && { stored, statements: statementsOf(text).map((raw) => ({ raw, form: formOf(raw) })) };
}

/** The document of a form, in lines; empty without statements. */
export function writePolicy({ stored, statements }: PolicyForm): string {
  const made = statements.map(rawOf);
  const isAlone = made.length === 1 && isObject(stored["Statement"]);
  return made.length === 0 ? "" : lined({ ...stored, Statement: isAlone ? made[0] : made });
}

/** A statement of the bucket that allows nothing yet. */
export function newStatement(bucket: string): Statement {
  const resources = [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`].join("\n");
  const form = { sid: "", effect: "Allow", isForEveryone: false, principals: "", actions: "", resources, conditions: [] };
  return { raw: {}, form };
}

/** Undefined if there is anything that the form does not show: the statement stays as it is. */
function formOf(raw: Json): StatementForm | undefined {
  const conditions = conditionsOf(raw["Condition"]);
  const principals = principalsOf(raw["Principal"]);
  const [actions, resources] = [textsOf(raw["Action"]), textsOf(raw["Resource"])];
  const { Sid: sid = "", Effect: effect } = raw;
  const isShown = Object.keys(raw).every((it) => MEMBERS.has(it)) && typeof sid === "string" && typeof effect === "string";
  if (!isShown || !conditions || !principals || !actions || !resources) {
    return undefined;
  }
  const isForEveryone = principals.length === 1 && principals[0] === "*";
  return {
    sid,
    effect,
    isForEveryone,
    principals: isForEveryone ? "" : principals.join("\n"),
    actions: actions.join("\n"),
    resources: resources.join("\n"),
    conditions,
  };
}

/** Members that the form did not change keep their shape, such as a text in place of a list of one. */
function rawOf({ raw, form }: Statement): Json {
  if (form === undefined) {
    return raw;
  }
  const before = formOf(raw);
  const made: Json = { ...raw };
  const set = (name: string, members: readonly (keyof StatementForm)[], value: unknown): void => {
    const isSame = before && members.every((it) => JSON.stringify(before[it]) === JSON.stringify(form[it]));
    if (isSame) {
      return;
    }
    if (value === undefined) {
      Reflect.deleteProperty(made, name);
    } else {
      made[name] = value;
    }
  };
  set("Sid", ["sid"], form.sid.trim() || undefined);
  set("Effect", ["effect"], form.effect);
  set("Principal", ["isForEveryone", "principals"], form.isForEveryone ? "*" : { AWS: lines(form.principals) });
  set("Action", ["actions"], lines(form.actions));
  set("Resource", ["resources"], lines(form.resources));
  set("Condition", ["conditions"], conditionOf(form.conditions));
  return made;
}

function principalsOf(principal: unknown): string[] | undefined {
  if (isObject(principal)) {
    return Object.keys(principal).join() === "AWS" ? textsOf(principal["AWS"]) : undefined;
  }
  return principal === "*" ? ["*"] : undefined;
}

function conditionsOf(condition: unknown): Condition[] | undefined {
  if (condition === undefined) {
    return [];
  }
  const found: Condition[] = [];
  for (const [operator, keys] of isObject(condition) ? Object.entries(condition) : [["", undefined] as const]) {
    for (const [key, value] of isObject(keys) ? Object.entries(keys) : [["", undefined] as const]) {
      const values = textsOf(value);
      if (values === undefined) {
        return undefined;
      }
      found.push({ operator, key, values: values.join("\n") });
    }
  }
  return found;
}

function conditionOf(conditions: readonly Condition[]): Json | undefined {
  const made: Record<string, Record<string, string[]>> = {};
  for (const { operator, key, values } of conditions) {
    const keys = (made[operator] ??= {});
    keys[key.trim()] = [...(keys[key.trim()] ?? []), ...lines(values)];
  }
  return conditions.length === 0 ? undefined : made;
}

/** Texts without line breaks, which would be other ones in the form; undefined if it is none. */
function textsOf(value: unknown): string[] | undefined {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const isShown = list.length > 0 && list.every((it) => typeof it === "string" && it !== "" && it.trim() === it && !it.includes("\n"));
  return isShown ? (list as string[]) : undefined;
}

export function lines(text: string): string[] {
  return text.split("\n").map((it) => it.trim()).filter(Boolean);
}

const ACTION = /^(\*|[a-z0-9-]+:[\w*?]+)$/i;

/** What is wrong with the forms of statements, by the ids of controls. */
export function checkStatements(statements: readonly Statement[]): Record<string, string> {
  const errors: Record<string, string> = {};
  statements.forEach(({ form }, i) => {
    if (form === undefined) {
      return;
    }
    const at = String(i);
    if (!form.isForEveryone && lines(form.principals).length === 0) {
      errors[`policy-principals-${at}`] = t("form.required");
    }
    const wrongAction = lines(form.actions).find((it) => !ACTION.test(it));
    if (lines(form.actions).length === 0) {
      errors[`policy-actions-${at}`] = t("form.required");
    } else if (wrongAction !== undefined) {
      errors[`policy-actions-${at}`] = t("settings.policy.action.wrong", { action: wrongAction });
    }
    const wrongResource = lines(form.resources).find((it) => !it.startsWith("arn:"));
    if (lines(form.resources).length === 0) {
      errors[`policy-resources-${at}`] = t("form.required");
    } else if (wrongResource !== undefined) {
      errors[`policy-resources-${at}`] = t("settings.policy.resource.wrong", { resource: wrongResource });
    }
    form.conditions.forEach(({ key, values }, j) => {
      if (key.trim() === "") {
        errors[`policy-key-${at}-${String(j)}`] = t("form.required");
      }
      if (lines(values).length === 0) {
        errors[`policy-values-${at}-${String(j)}`] = t("form.required");
      }
    });
  });
  return errors;
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

function isStatement(it: Json): boolean {
  const has = (name: string) => name in it || `Not${name}` in it;
  return (it["Effect"] === "Allow" || it["Effect"] === "Deny") && has("Principal") && has("Action") && has("Resource");
}

function statementsOf(text: string): Json[] {
  const statement = parsed(text)?.["Statement"];
  const statements: unknown[] = Array.isArray(statement) ? statement : statement === undefined ? [] : [statement];
  return statements.map((it) => (isObject(it) ? it : {}));
}

/** A document in one form, so that blanks are no difference; as it is if it is no JSON. */
export function inLines(document: string): string {
  const policy = parsed(document);
  return policy === undefined ? document : lined(policy);
}

export function lined(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

function parsed(text: string): Json | undefined {
  try {
    const found: unknown = JSON.parse(text);
    return isObject(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function isObject(it: unknown): it is Json {
  return typeof it === "object" && it !== null && !Array.isArray(it);
}
