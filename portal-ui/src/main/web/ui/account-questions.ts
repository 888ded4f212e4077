import { html } from "lit";
import { t } from "../i18n";
import type { Question } from "./page";
import { checkPassword } from "./password";

/** Asks for another password of an account. */
export function passwordQuestion(name: string, send: (password: string) => Promise<unknown>): Question {
  return {
    heading: t("users.password"),
    text: html`<p>${t("users.password.about")} <bdi>${name}</bdi></p>`,
    fields: [
      { name: "password", label: t("password.new"), type: "password", required: true, help: t("password.rules"), autocomplete: "new-password", check: checkPassword(name) },
    ],
    action: t("users.password"),
    send: ({ password = "" }) => send(password),
  };
}

/** Asks whether the second factor of an account ends. */
export function secondFactorQuestion(name: string, send: () => Promise<unknown>): Question {
  return {
    heading: t("users.factor"),
    text: html`<p>${t("users.factor.about")} <bdi>${name}</bdi></p>`,
    action: t("users.factor"),
    isDanger: true,
    send,
  };
}
